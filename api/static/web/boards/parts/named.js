// Names of pieces that may move (motion.js).

/** A unique name for each; equal ones are numbered. */
export function toldApart(names) {
  const nth = new Map();
  return names.map((name) => {
    nth.set(name, (nth.get(name) ?? 0) + 1);
    return `${name}:${nth.get(name)}`;
  });
}

/** Those that are not among the others. */
export function beyond(names, others) {
  const there = new Set(others);
  return names.filter((name) => !there.has(name));
}

/** As the value of `data-from` and `data-gathers`; null for none. */
export const listed = (names) => names.join(" ") || null;
