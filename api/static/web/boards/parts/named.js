// Names of things that may move (motion.js): what boards tell of where things lay and lie is made of these.

/** A name for each; those that are called the same are told apart. */
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

/** As `data-from` and `data-gathers` take them; null for none. */
export const listed = (names) => names.join(" ") || null;
