// The texts of Age of War.
import { castleOf, clanOf, linesOf } from "./war-where.js";

export function diceText(ui, faces) {
  return faces.map((face) => ui.word(face)).join(" + ");
}

/** The requirement of a line. */
export function lineText(ui, { infantry, symbols }, line) {
  const needs = infantry ? ui.word("infantry-sum", { n: infantry }) : diceText(ui, symbols);
  return line === 0 ? ui.word("special-line", { needs }) : ui.word("line", { n: line, needs });
}

/** A castle with its clan, its lines, and who has it. */
export function castleText(ui, id, seat) {
  const { name, clan, points } = castleOf(ui, id);
  const lines = linesOf(ui, id).map(({ line, needs }) => lineText(ui, needs, line));
  const who = seat && ui.name(seat);
  return [[name, clanOf(ui, clan).name, who].filter(Boolean).join(", "), ui.word("points", { n: points }), lines.join("; ")].join(". ");
}

/** A player with their points, and whether it is their turn. */
export function playerText(ui, { seat, score, castle_count: count }) {
  const turn = ui.view.seat === seat && ui.state.status !== "finished";
  const marks = [ui.name(seat), seat === ui.seat && ui.t("you"), turn && ui.t("to act")].filter(Boolean);
  return [marks.join(", "), ui.word("points", { n: score }), count === 0 && ui.word("no-castles")].filter(Boolean).join(". ");
}
