/**
 * What is alike, together, in the order of the first of each.
 * @template T
 * @param {T[]} all
 * @param {(one: T) => any} by
 * @returns {Map<any, T[]>}
 */
export function grouped(all, by) {
  const groups = new Map();
  for (const one of all) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}
