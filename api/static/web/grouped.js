/**
 * Groups equal items, in the order of the first of each.
 * @template T
 * @param {Iterable<T>} all
 * @param {(one: T) => any} by
 * @returns {Map<any, T[]>}
 */
export function grouped(all, by) {
  const groups = new Map();
  for (const one of all) {
    const key = by(one);
    if (groups.has(key)) groups.get(key).push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
