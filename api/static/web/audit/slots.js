// Checks that draws use the committed slots in order, and are repeated only if a ruling orders it: nobody chooses among them.
// Slots are counted through all epochs: epoch * slots + slot.
import { grouped } from "../grouped.js";
import { whole } from "./entries.js";
import { lineOf } from "./timeline.js";
import { Failed } from "./report.js";
import { rulings } from "./rulings.js";

/** Every draw takes the current slot and moves on to the next; undo returns to the old one. */
export function checkOrder({ entries }, { draws, opened }, { analysis, started }) {
  const desk = rulings(entries[0].d);
  const used = { throws: new Set(), shuffles: new Set(), highest: -1 };
  const back = { analysis, line: null, entries, started, drawn: latest(draws.map(({ entry }) => entry)), shown: latest(opened.map(([i]) => i)) };
  const byEntry = grouped(draws, ({ entry }) => entry);
  const standing = [null];
  for (const entry of entries) {
    desk.note(entry);
    let at = moved(back, entry, standing, used);
    for (const draw of byEntry.get(entry.i) ?? []) at = take(used, draw, at) + 1;
    standing.push(at);
  }
}

/** Entries in ascending order: (from, below) returns whether one of them is in between; `below` must not decrease. */
function latest(numbers) {
  let next = 0;
  return (from, below) => {
    while (next < numbers.length && numbers[next] < below) next += 1;
    return next > 0 && numbers[next - 1] >= from;
  };
}

/** The slot that the draw takes; slots used for the other kind are skipped, so no stream is read in two ways. */
function take(used, { draw, at, entry }, stands) {
  const [own, others] = draw.sides ? [used.throws, used.shuffles] : [used.shuffles, used.throws];
  const due = others.has(stands) ? used.highest + 1 : stands;
  if (stands === null || at !== due) throw new Failed("it draws from slot {slot}, which is not the next one", { slot: at }, entry);
  own.add(at);
  used.highest = Math.max(used.highest, at);
  return at;
}

function moved(back, entry, standing, { highest }) {
  const { t, d, i } = entry;
  if (i === back.started) return 0;
  if (t !== "rewound") return standing.at(-1);
  if (back.started === null || i < back.started || !whole(d.to_version, back.started + 1, i)) throw new Failed("it goes back to where it may not", {}, i);
  if (![undefined, "same", "fresh"].includes(d.rng)) throw new Failed("its draws are neither the same nor made anew", {}, i);
  if (!back.analysis || "ruling" in d) checkBack(back, entry);
  return d.rng === "fresh" ? highest + 1 : standing[d.to_version];
}

/** By a ruling no slot is used twice; without one, events that drew or revealed something are not taken back. */
function checkBack(back, { d, i }) {
  back.line ??= lineOf(back.entries);
  const to = d.to_version;
  if (!back.analysis && !back.line.counts(to, i)) throw new Failed("it goes back to a version that does not count any more", {}, i);
  const [drawn, revealed] = [back.drawn(to, i), back.shown(to, i)];
  if ("ruling" in d) {
    if (drawn !== (d.rng === "fresh")) throw new Failed("draws are made anew if and only if a ruling goes back past one", {}, i);
  } else if (drawn || revealed || d.rng === "fresh") {
    throw new Failed("without a ruling it goes back past something drawn or shown, or has it drawn anew", {}, i);
  }
}
