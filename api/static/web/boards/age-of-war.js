// Age of War: fourteen castles, the field of battle, the tray with seven dice, and the players' keeps.
import { h } from "./parts/dom.js";
import { fitting } from "./parts/pick.js";
import { board } from "./parts/stage.js";
import { diePicture } from "./parts/war-art.js";
import { castles } from "./parts/war-castles.js";
import { diceCameFrom } from "./parts/war-dice.js";
import { field } from "./parts/war-field.js";
import { keep } from "./parts/war-keeps.js";
import { placesOf } from "./parts/war-places.js";
import { tray } from "./parts/war-tray.js";
import { castleOf, linesOf } from "./parts/war-where.js";
import { evening } from "./parts/war-world.js";

export const mount = board({ name: "age-of-war", stage: { wide: [1600, 1000], tall: [780, 1370] }, draw, tokens, wanted, implied, picture });

/** First a castle is picked, which the field then shows with its lines; under siege there is only one. */
function tokens(action, { view }) {
  if (action.type !== "fill-line") return [];
  const castle = view.siege ? [] : [`castle:${action.castle}`];
  return [...action.dice.map((face) => `die:${face}`), ...castle, `line:${action.castle}:${action.line}`];
}

/** The castle of an action (which the field shows), the number of its line, and the dice for it. */
function picture(action, ui) {
  if (action.type !== "fill-line") return null;
  const line = action.line > 0 && h("span", { "aria-hidden": "true" }, action.line);
  return [!ui.tall && castleOf(ui, action.castle).name, line, ...action.dice.map(diePicture)];
}

/** The action meant by a click on a castle, line or die that cannot be used. */
function wanted(token, ui) {
  const [kind, what, line] = token.split(":");
  if (kind === "castle") return filling(ui, what, firstOpen(ui, what));
  if (kind === "line") return filling(ui, what, Number(line));
  const open = ui.view.siege?.castle ?? ui.view.centre[0];
  return { type: "fill-line", castle: open, line: firstOpen(ui, open), dice: [what] };
}

function filling(ui, castle, line) {
  const symbols = linesOf(ui, castle).find((one) => one.line === line)?.needs.symbols ?? [];
  const infantry = ui.view.dice.thrown.filter((face) => face.startsWith("infantry"));
  return { type: "fill-line", castle, line, dice: symbols.length ? symbols : infantry.length ? infantry : ["infantry-1"] };
}

function firstOpen({ view: { siege } }, castle) {
  return siege?.castle === castle ? (siege.lines.find(({ dice }) => dice.length === 0)?.line ?? 1) : 1;
}

/** A line that only one set of dice fits needs no choice of dice. */
function implied(ui, picks) {
  const fits = fitting(ui.legal, (action) => tokens(action, ui), picks);
  if (fits.length !== 1 || !picks.some(({ token }) => token.startsWith("line:"))) return [];
  const rest = tokens(fits[0], ui);
  for (const { token } of picks) rest.splice(rest.indexOf(token), 1);
  return rest.map((token, i) => ({ key: `implied-${i}`, token }));
}

function draw(ui) {
  ui.memory.cameFrom = diceCameFrom(ui);
  const places = placesOf(ui);
  const ofSeat = new Map(ui.view.players.map((player) => [player.seat, player]));
  const art = [
    ui.part("world", ui.size, () => evening(ui.size)),
    ui.region(ui.word("centre"), () => castles(ui, places)),
    field(ui, places.field),
    ui.region(ui.word("dice"), () => tray(ui, places.tray)),
    [...places.keeps].map(([seat, box]) => ui.region(ui.name(seat), () => keep(ui, ofSeat.get(seat), box))),
  ];
  return { art, tools: setsOfDice(ui) };
}

/** A line that several sets of dice fit has a button for each. */
function setsOfDice(ui) {
  const onLine = ui.picks.some(({ token }) => token.startsWith("line:"));
  return onLine && !ui.planned ? ui.fits.map((action) => ui.actionButton(action)) : [];
}
