// Lines of play: a log with undo is a tree of versions, and the entries that count are those on the path to its root.
// Version 0 is the empty log; version i + 1 follows entry i, from version i or from the one that it goes back to.
import { grouped } from "../grouped.js";
import { whole } from "./entries.js";

/**
 * {counts, twice}: counts(version, at) returns whether the entry of a version counts at a later one; twice(used) finds the first of
 * [[entry, thing]] whose thing was already used by an entry that counts there, as {entry, was}, or null.
 */
export function lineOf(entries) {
  const children = entries.map(() => []).concat([[]]);
  entries.forEach(({ t, d }, i) => children[t === "rewound" && whole(d.to_version, 0, i) ? d.to_version : i].push(i + 1));
  const came = [];
  const left = [];
  let clock = 0;
  walk(children, (version) => (came[version] = clock++), (version) => (left[version] = clock));
  return {
    counts: (version, at) => came[version] <= came[at] && came[at] < left[version],
    twice: (used) => findTwice(children, used),
  };
}

/** From the root to every version, without recursion, because a log may be long. */
function walk(children, enter, leave) {
  const path = [{ version: 0, next: 0 }];
  enter(0);
  while (path.length) {
    const last = path.at(-1);
    const child = children[last.version][last.next++];
    if (child !== undefined) {
      enter(child);
      path.push({ version: child, next: 0 });
    } else leave(path.pop().version);
  }
}

function findTwice(children, used) {
  const at = grouped(used, ([entry]) => entry + 1);
  const gone = new Map();
  let found = null;
  walk(
    children,
    (version) => at.get(version)?.forEach(([, was]) => {
      if (gone.get(was)) found ??= { entry: version - 1, was };
      gone.set(was, (gone.get(was) ?? 0) + 1);
    }),
    (version) => at.get(version)?.forEach(([, was]) => gone.set(was, gone.get(was) - 1)),
  );
  return found;
}
