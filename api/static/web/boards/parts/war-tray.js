// The tray of Age of War: a place for each of the seven dice. Dice that are set aside fill it from its end; of those that lie in the battle the place is empty.
import { range } from "./dom.js";
import { at, panel, shadow, words } from "./drawing.js";
import { die } from "./war-art.js";
import { trayDie } from "./war-dice.js";
import { diceText } from "./war-words.js";

const LIFT = 24;

export function tray(ui, place) {
  const { thrown, to_throw: blank, set_aside: aside } = ui.view.dice;
  const all = ui.components.dice.count;
  const spot = (n) => spotOf(place, n);
  ui.say(ui.word("dice-thrown", { n: thrown.length }), place.box);
  if (aside) ui.say(ui.word("dice-aside", { n: aside }), place.box);
  return [
    wood(ui, place.box, aside),
    ui.part("sockets", [place, all], () => range(0, all - 1).map((n) => socket(spot(n), place.size))),
    thrown.map((face, i) => lying(ui, face, i, spot(i), place.size)),
    range(0, blank - 1).map((i) => resting(ui, trayDie("blank", i), spot(thrown.length + i), place.size)),
    range(0, aside - 1).map((i) => given(ui, trayDie("gone", i), spot(all - 1 - i), place.size)),
  ];
}

/** The middle of the n-th place. @returns {[number, number]} */
function spotOf({ x, y, columns, pitch }, n) {
  return [x + (n % columns) * pitch, y + Math.floor(n / columns) * pitch];
}

function wood(ui, [x, y, width, height], aside) {
  const text = aside > 0 && words(x + width - 30, y + height - (ui.tall ? 12 : 26), ui.word("dice-aside", { n: aside }), { size: ui.tall ? 22 : 24, face: "text", fill: "#F6E7CB", "text-anchor": "end", most: width * 0.62 });
  return [shadow(x, y, width, height, 28), panel(x, y, width, height, 28, { fill: "#6E442A" }), panel(x + 10, y + 10, width - 20, height - 20, 20, { fill: "#4B2C19" }), text];
}

const socket = ([x, y], size) => panel(x - size / 2, y - size / 2, size, size, size * 0.2, { fill: "#3C2213", stroke: "#7E5B42", "stroke-width": 2, "stroke-dasharray": "8 6" });

/** A thrown die, as it came to lie; one that is picked is lifted. */
function lying(ui, face, i, [x, y], size) {
  const key = `die-${i}`;
  const up = ui.isPicked(key) ? LIFT : 0;
  ui.offer({ key, token: `die:${face}`, round: 0.2 }, diceText(ui, [face]), [x - size / 2, y - up - size / 2, size, size]);
  const rolled = ui.news("dice-rolled") !== null;
  const turned = at(0, 0, { class: rolled && "turned" }, at(0, 0, { turn: up ? 0 : ((i * 5) % 7) - 3 }, die(face, size - 6)));
  return at(x, y - up, flown(ui, trayDie("thrown", i)), turned);
}

const flown = (ui, name) => ({ "data-fly": name, "data-from": ui.memory.cameFrom.get(name) });

const resting = (ui, name, [x, y], size) => at(x, y, flown(ui, name), die(null, size - 6, ui.state.status === "finished" ? "" : "?"));

/** A die that is given up for this turn is small and dull. */
const given = (ui, name, [x, y], size) => at(x, y, { ...flown(ui, name), opacity: 0.45 }, die(null, size * 0.62, ""));
