// Where a document says something else than what was derived for it.
import { isObject } from "../entries.js";

/** A member of which only the operator knows which of some values it has. */
export class OneOf {
  constructor(values) {
    this.values = values;
  }
}

/** The path of the first member that differs, as in "rulings/0/final"; null where all are alike. */
export function differing(derived, given, path = "") {
  if (derived instanceof OneOf) return derived.values.includes(given) ? null : path;
  if (Array.isArray(derived)) return Array.isArray(given) && given.length === derived.length ? first([...derived.keys()], derived, given, path) : path;
  if (!isObject(derived)) return derived === given ? null : path;
  if (!isObject(given)) return path;
  const names = [...new Set([...Object.keys(derived), ...Object.keys(given)])].sort();
  const other = names.find((name) => !Object.hasOwn(derived, name) || !Object.hasOwn(given, name));
  return other === undefined ? first(names, derived, given, path) : below(path, other);
}

const below = (path, name) => (path ? `${path}/${name}` : `${name}`);

function first(names, derived, given, path) {
  for (const name of names) {
    const found = differing(derived[name], given[name], below(path, name));
    if (found !== null) return found;
  }
  return null;
}
