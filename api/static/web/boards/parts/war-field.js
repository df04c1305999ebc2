// The field of battle of Age of War: the castle under siege, large, with its lines and the dice on them.
import { at, panel, shadow, words } from "./drawing.js";
import { castleArt, coloursOf, crest, die, INK, PAPER, SEAL, seatDisc, worth } from "./war-art.js";
import { needed } from "./war-castles.js";
import { laidDie } from "./war-dice.js";
import { card, castleOf, clanOf, fieldCastle, holderOf, linesOf } from "./war-where.js";
import { castleText, lineText } from "./war-words.js";
import { s } from "./dom.js";

const GREEN = "#2A7644";

export function field(ui, box) {
  const [x, y, width, height] = box;
  const id = fieldCastle(ui);
  const ground = [shadow(x, y, width, height, 28), panel(x, y, width, height, 28, { fill: PAPER, opacity: 0.93 })];
  return [ground, id ? siege(ui, id, box) : camp(ui, box)];
}

const sideWidth = (ui) => (ui.tall ? 232 : 262);

/** Nothing is besieged yet: crossed swords where the castle will stand, and empty lines. */
function camp(ui, [x, y, width, height]) {
  const side = sideWidth(ui);
  const sword = (turn) => at(x + side / 2, y + height * 0.52, { turn, scale: ui.tall ? 9 : 11 }, s("path", { d: "M0-9.5 1.2-7.5V4h-2.4V-7.5z M-3.6 4h7.2v1.4h-7.2z M-.8 5.4h1.6v3.6h-1.6z", fill: "#D3C4A6" }));
  const lines = [0, 1, 2].map((i) => rowBox([x, y, width, height], side, 3, i)).map(([left, top, across, down]) => panel(left, top, across, down, 18, { fill: "none", stroke: "#D3C4A6", "stroke-width": 2.5, "stroke-dasharray": "12 9" }));
  return [sword(38), sword(-38), attacker(ui, x, y, side), lines];
}

/** Whose turn it is: it is they who attack. */
function attacker(ui, x, y, side) {
  if (ui.state.status === "finished") return null;
  const { seat } = ui.view;
  return [seatDisc(seat, x + 34, y + 32, 17), words(x + 60, y + 40, ui.name(seat), { size: 24, fill: INK, most: side - 72, "text-anchor": "start" })];
}

function siege(ui, id, [x, y, width, height]) {
  const { name, clan, points } = castleOf(ui, id);
  const { strong, soft } = coloursOf(clanOf(ui, clan));
  const side = sideWidth(ui);
  const besieged = ui.view.siege?.castle === id;
  ui.say(besieged ? `${castleText(ui, id)}. ${ui.word("siege")}` : castleText(ui, id), [x, y, side, height], besieged ? `castle:${id}` : null);
  const art = [
    s("path", { d: `M0 28q0-28 28-28H${side}V${height}H28q-28 0-28-28z`, fill: soft }),
    attacker(ui, 0, 0, side),
    besieged && words(26, 74, ui.word("siege"), { size: 22, face: "strong", fill: SEAL, "text-anchor": "start", most: side - 40 }),
    castleArt(points, strong, side / 2, height - (ui.tall ? 62 : 78), Math.min(side * 0.78, (height - (ui.tall ? 150 : 190)) / 1.42)),
    words(side / 2, height - 24, name, { size: ui.tall ? 30 : 38, most: side - 24, fill: INK }),
    crest(clan, side - 34, 34, 36, strong),
    worth(points, side - 34, 84, 20),
  ];
  return [at(x, y, besieged ? card(ui, id) : {}, art), rows(ui, id, [x, y, width, height], side)];
}

/** The i-th of so many lines, right of the castle. */
function rowBox([x, y, width, height], side, count, i) {
  const down = Math.min(118, Math.floor((height - 10) / count));
  const top = y + (height - down * count) / 2;
  return [x + side + 18, Math.round(top + i * down) + 4, width - side - 36, down - 8];
}

function rows(ui, id, box, side) {
  const lines = linesOf(ui, id);
  return lines.map((line, i) => row(ui, id, line, rowBox(box, side, lines.length, i)));
}

function row(ui, id, { line, needs, dice }, box) {
  const [x, y, width, height] = box;
  const filled = dice.length > 0;
  const label = ui.word(filled ? "line-filled" : "line-of", { castle: castleOf(ui, id).name, line: lineText(ui, needs, line) });
  ui.offer({ key: `line-${id}-${line}`, token: `line:${id}:${line}`, round: 18 / width }, label, box);
  /** @type {[number, number]} */
  const middle = [x + width / 2, y + height / 2];
  return [
    panel(x, y, width, height, 18, filled ? { fill: "#DCEFDB", stroke: GREEN, "stroke-width": 3 } : { fill: "#FFFFFF", stroke: "#DDCFB4", "stroke-width": 2.5 }),
    line > 0 ? words(x + 26, middle[1] + 8, line, { size: 22, face: "strong", fill: "#6A5A44" }) : seatDisc(holderOf(ui.view, id), x + 28, middle[1], 15),
    filled ? laid(ui, id, line, dice, middle, height) : needed(needs, ...middle, Math.min(56, height - 10)),
  ];
}

function laid(ui, id, line, dice, [x, y], height) {
  const size = Math.min(72, height - 10);
  return dice.map((face, i) => {
    const name = laidDie(id, line, i);
    return at(x + (i - (dice.length - 1) / 2) * (size + 8), y, { "data-fly": name, "data-from": ui.memory.cameFrom.get(name) }, die(face, size));
  });
}
