// Checks that this page shows what the log says: each event loaded by the page against the entry of its version.
import { same } from "./bytes.js";
import { isNode } from "./entries.js";
import { Failed } from "./report.js";
import { cardOf } from "./commitments.js";

/** `events` are the page's own, from the API; `values` the disclosed values, by their places. */
export function checkShown(file, values, events) {
  const known = events.filter(({ version }) => version <= file.entries.length);
  for (const event of known) checkEvent(file.entries[event.version - 1], values, event);
  return ["{n} events shown here are in the log", { n: known.length }];
}

function checkEvent(entry, values, { type, actor, action, rules, data, at }) {
  const expected = { t: type, by: actor, a: action, r: rules, at: Date.parse(at) };
  for (const [name, value] of Object.entries(expected)) {
    if (!same(entry[name], value)) throw new Failed("the page shows another {name} than the log", { name }, entry.i);
  }
  if (!agrees(entry.d, data, `${entry.i}/d`, values)) throw new Failed("the page shows other data than the log", {}, entry.i);
}

const tells = (value, shown) => same(value, shown) || same(cardOf(value), shown);

/** Hidden parts count if they are disclosed; parts that the viewer may not know are absent or null. */
function agrees(logged, shown, place, values) {
  const known = logged?.["..."] ? place : logged?.of && logged.to ? logged.of : null;
  if (known !== null) return shown === null || !values.has(known) || tells(values.get(known), shown);
  if (!isNode(logged) || !isNode(shown)) return same(logged, shown);
  return Object.entries(shown).every(([name, value]) => {
    if (name in logged) return agrees(logged[name], value, `${place}/${name}`, values);
    const at = `${place}/${name}`;
    return "_sd" in logged && (value === null || !values.has(at) || tells(values.get(at), value));
  });
}
