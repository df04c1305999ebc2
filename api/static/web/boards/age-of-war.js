// Age of War: castles of six clans with their battle lines, seven dice, conquered castles.
import { h } from "./parts/dom.js";
import { fitting } from "./parts/pick.js";
import { board } from "./parts/stage.js";
import { castleArt, crest, die, infantrySign, sign } from "./parts/war-art.js";
import { diceCameFrom, laidDie, trayDie } from "./parts/war-dice.js";
import { diceText, lineText } from "./parts/war-words.js";

export const mount = board({ name: "age-of-war", draw, tokens, wanted, implied, picture, suggested: new Set(["fill-line"]) });

function tokens(action) {
  return action.type === "fill-line" ? [`line:${action.castle}:${action.line}`, ...action.dice.map((face) => `die:${face}`)] : [];
}

/** The tokens of an action: the castle, the number of its line, and the dice for it. */
function picture(action, ui) {
  if (action.type !== "fill-line") return null;
  const line = action.line > 0 && h("span", { class: "line-number", "aria-hidden": "true" }, action.line);
  return [castleOf(ui, action.castle).name, line, ...action.dice.map((face) => die(face))];
}

/** The action meant by a click on a line or die that cannot be used: dice for that line; or that die, on an open line. */
function wanted(token, ui) {
  const [kind, what, line] = token.split(":");
  if (kind === "line") return filling(ui, what, Number(line));
  const open = ui.view.siege?.castle ?? ui.view.centre[0];
  return { type: "fill-line", castle: open, line: firstOpen(ui, open), dice: [what] };
}

function filling(ui, castle, line) {
  const symbols = line === 0 ? ["daimyo"] : (castleOf(ui, castle).lines[line - 1]?.symbols ?? []);
  const infantry = ui.view.dice.thrown.filter((face) => face.startsWith("infantry"));
  return { type: "fill-line", castle, line, dice: symbols.length ? symbols : infantry.length ? infantry : ["infantry-1"] };
}

function firstOpen({ view: { siege } }, castle) {
  return siege?.castle === castle ? (siege.lines.find(({ dice }) => dice.length === 0)?.line ?? 1) : 1;
}

/** A line that only one set of dice fits needs no choice of dice. */
function implied(ui, picks) {
  const fits = fitting(ui.legal, tokens, picks);
  if (fits.length !== 1 || !picks.some(({ token }) => token.startsWith("line:"))) return [];
  const rest = tokens(fits[0]);
  for (const { token } of picks) rest.splice(rest.indexOf(token), 1);
  return rest.map((token, i) => ({ key: `implied-${i}`, token }));
}

function draw(ui) {
  ui.memory.cameFrom = diceCameFrom(ui);
  const order = [...ui.view.players].sort((a, b) => Number(b.seat === ui.seat) - Number(a.seat === ui.seat));
  return {
    main: [
      h("section", { class: "kb-panel centre", "aria-label": ui.word("centre") }, centre(ui)),
      h("div", { class: "players" }, order.map((player) => playerPanel(ui, player))),
    ],
    hand: ui.state.status !== "finished" && h("section", { "aria-label": ui.word("dice") }, tray(ui)),
  };
}

function centre(ui) {
  const castles = ui.view.centre.map((id) => castle(ui, id));
  return castles.length ? h("div", { class: "castles" }, castles) : h("p", { class: "kb-note" }, ui.word("centre-empty"));
}

const castleOf = (ui, id) => ui.components.castles.find((one) => one.id === id);
const clanOf = (ui, id) => ui.components.clans.find((one) => one.id === id);

/** A castle card: its crest, worth, and lines, with the dice on them during a siege. */
function castle(ui, id, held = false) {
  const { name, clan, points, lines, special_line: special } = castleOf(ui, id);
  const { siege } = ui.view;
  const besieged = siege?.castle === id;
  const printed = lines.map((needs, i) => ({ line: i + 1, needs, dice: [] }));
  const extra = held && special ? [{ line: 0, needs: { symbols: ["daimyo"] }, dice: [] }] : [];
  const visible = besieged ? siege.lines : [...extra, ...printed];
  const open = ui.legal.some((action) => action.castle === id);
  const taken = ui.news("castle-conquered")?.castle === id;
  return h("article", { class: `castle clan-${clan}${besieged ? " besieged" : ""}${open ? " open" : ""}`, "data-castle": id, "data-thing": `castle:${id}`, "data-fly": `castle:${id}`, "data-from": taken && `castle:${id}` }, [
    h("header", {}, crest(clan), h("h3", {}, name, h("small", {}, clanOf(ui, clan).name)), worth(ui, points)),
    castleArt(points),
    h("div", { class: "lines" }, visible.map((line) => lineRow(ui, id, name, line))),
    besieged && h("span", { class: "siege-sign" }, ui.word("siege")),
  ]);
}

function worth(ui, points) {
  return h("span", { class: "worth", title: ui.word("points", { n: points }), "aria-label": ui.word("points", { n: points }) }, points);
}

function lineRow(ui, id, name, { line, needs, dice }) {
  const filled = dice.length > 0;
  const label = ui.word(filled ? "line-filled" : "line-of", { castle: name, line: lineText(ui, needs, line) });
  const node = h("div", { class: `line${filled ? " filled" : ""}${line === 0 ? " special" : ""}` }, filled ? dice.map((face, i) => flyingDie(ui, laidDie(id, line, i), face)) : needed(needs));
  return ui.offer(node, { key: `line-${id}-${line}`, token: `line:${id}:${line}` }, label);
}

/** A die by its name, with its earlier place. */
function flyingDie(ui, name, face) {
  const node = die(face);
  node.dataset.fly = name;
  const from = ui.memory.cameFrom.get(name);
  if (from) node.dataset.from = from;
  return node;
}

function needed({ infantry, symbols }) {
  if (infantry) return [infantrySign(), h("span", { class: "sum" }, infantry)];
  return symbols.map((face) => sign(face));
}

function tray(ui) {
  const { thrown, to_throw: blank, set_aside: aside } = ui.view.dice;
  const fresh = ui.news("dice-rolled") !== null;
  const lying = thrown.map((face, i) => {
    const node = h("div", { class: `die${fresh ? " fresh" : ""}`, vars: { "--i": String(i) } }, flyingDie(ui, trayDie("thrown", i), face));
    return ui.offer(node, { key: `die-${i}`, token: `die:${face}` }, diceText(ui, [face]));
  });
  const waiting = Array.from({ length: blank }, (_, i) => h("div", { class: "die waiting" }, flyingDie(ui, trayDie("blank", i), null)));
  const gone = Array.from({ length: aside }, (_, i) => h("div", { class: "die gone" }, flyingDie(ui, trayDie("gone", i), null)));
  return h("div", { class: "tray" }, [
    h("div", { class: "dice", role: "group", "aria-label": ui.word("dice-thrown", { n: thrown.length }) }, lying, waiting),
    aside > 0 && h("div", { class: "dice aside" }, h("span", { class: "kb-note" }, ui.word("dice-aside", { n: aside })), gone),
  ]);
}

function playerPanel(ui, { seat, castles, stacks, castle_count: count, score }) {
  const turn = ui.view.seat === seat && ui.state.status !== "finished";
  return h("section", { class: `kb-panel player seat-${seat}${turn ? " turn" : ""}`, "aria-label": ui.name(seat) }, [
    h("div", { class: "kb-head" }, [
      h("span", { class: "seat-dot", "aria-hidden": "true" }, seat),
      h("h3", {}, ui.name(seat)),
      seat === ui.seat && h("span", { class: "kb-pill" }, ui.t("you")),
      turn && h("span", { class: "kb-pill on" }, ui.t("to act")),
      h("span", { class: "score", "data-count": `score-${seat}` }, ui.word("points", { n: score })),
    ]),
    count === 0 && h("p", { class: "kb-note" }, ui.word("no-castles")),
    heldCastles(ui, seat, castles),
    stacks.length > 0 && h("div", { class: "stacks" }, stacks.map((clan) => stack(ui, clan))),
  ]);
}

/** Castles that can be taken from a player are shown whole; one's own only by name. */
function heldCastles(ui, seat, castles) {
  if (castles.length === 0) return null;
  if (seat !== ui.seat) return h("div", { class: "castles" }, castles.map((id) => castle(ui, id, true)));
  return h("div", { class: "held" }, castles.map((id) => chip(ui, id)));
}

function chip(ui, id) {
  const { name, clan, points } = castleOf(ui, id);
  const taken = ui.news("castle-conquered")?.castle === id;
  return h("span", { class: `castle-chip clan-${clan}`, "data-castle": id, "data-thing": `castle:${id}`, "data-fly": `castle:${id}`, "data-from": taken && `castle:${id}` }, crest(clan), name, worth(ui, points));
}

/** A completed clan: turned over, safe from everybody. */
function stack(ui, clan) {
  const { name, points } = clanOf(ui, clan);
  const fresh = ui.news("clan-completed")?.clan === clan;
  const castles = ui.components.castles.filter((one) => one.clan === clan).map((one) => `castle:${one.id}`);
  return h("div", { class: `stack clan-${clan}`, "data-from": fresh && castles.join(" "), title: ui.word("clan-safe") }, crest(clan), h("strong", {}, name), worth(ui, points));
}
