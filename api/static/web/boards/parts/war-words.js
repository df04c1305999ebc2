// The texts of Age of War.

export function diceText(ui, faces) {
  return faces.map((face) => ui.word(face)).join(" + ");
}

/** The requirement of a line. */
export function lineText(ui, { infantry, symbols }, line) {
  const needs = infantry ? ui.word("infantry-sum", { n: infantry }) : diceText(ui, symbols);
  return line === 0 ? ui.word("special-line", { needs }) : ui.word("line", { n: line, needs });
}
