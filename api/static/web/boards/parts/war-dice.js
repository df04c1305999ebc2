// Where each die of Age of War was before: every one of the seven comes from somewhere.

/** A die in the tray: "thrown", "blank" (still to be thrown) or "gone" (set aside). */
export const trayDie = (where, i) => `die:${where}:${i}`;

export const laidDie = (castle, line, i) => `die:${castle}:${line}:${i}`;

/** The dice of a view, {name, face}, by where they lie. */
function lying({ dice, siege }) {
  const blank = (where, count) => Array.from({ length: count }, (_, i) => ({ name: trayDie(where, i), face: null }));
  return {
    thrown: dice.thrown.map((face, i) => ({ name: trayDie("thrown", i), face })),
    blank: blank("blank", dice.to_throw),
    gone: blank("gone", dice.set_aside),
    laid: (siege?.lines ?? []).flatMap(({ line, dice: faces }) => faces.map((face, i) => ({ name: laidDie(siege.castle, line, i), face }))),
  };
}

/** The names of dice in new places -> their earlier names. Thrown dice tumble instead. */
export function diceCameFrom(ui) {
  const found = new Map();
  if (!ui.before) return found;
  const [now, before] = [lying(ui.view), lying(ui.before)];
  const resting = ({ laid, gone, blank }) => [...laid, ...gone, ...blank];
  const [lie, lay] = [now, before].map((all) => new Set(resting(all).map(({ name }) => name)));
  const left = [...before.thrown, ...resting(before)].filter(({ name }) => !lie.has(name));
  for (const { name, face } of resting(now).filter((one) => !lay.has(one.name))) {
    const at = face ? left.findIndex((one) => one.face === face) : left.length - 1;
    if (at >= 0) found.set(name, left.splice(at, 1)[0].name);
  }
  return found;
}
