// How clocks go back where the game does (docs/ledger.md, section 16): each as it was just before the first action of the game that is
// taken back, read at the time of that action. An undo costs its asker the time since then; a ruling costs nobody anything.
import { readAt, runs, spent } from "./clock.js";
import { Failed } from "./report.js";

/**
 * What the `rewound` of an action does to clocks, null without one: {inside, far, asked(seat), base(seat, last)}. `inside`: it goes back
 * into an action, so that clocks do not say who was asked; `asked` is null where they do not. `far`: an event of the ruleset is taken back. `past`: {entries, line(), before(action),
 * played(entry), moved(seat, action), idle(from, to)}.
 */
export function goingBack(past, action) {
  const rewound = action.find(({ t }) => t === "rewound");
  if (!rewound) return null;
  const { to_version: to, ruling } = rewound.d;
  const [first, then] = [firstTakenBack(past, rewound), clocksAt(past, to)];
  const asker = ruling === undefined ? askerOf(past, rewound) : null;
  return {
    inside: then === null,
    far: first !== null,
    asked: (seat) => (then === null || then.get(seat).away ? null : then.get(seat).asked),
    base: (seat, last) => (first ? goneBack(past, { first, asker, rewound }, seat, last) : last),
  };
}

/** The clocks after so many entries; null inside an action. */
function clocksAt({ entries, before }, version) {
  const [last, next] = [entries[version - 1], entries[version]];
  return last && last.a !== next.a ? before(next.a) : null;
}

/** The first event of the ruleset on the line that is taken back. */
function firstTakenBack({ entries, line, played }, { d: { to_version: to }, i }) {
  for (let n = to; n < i; n += 1) if (played(entries[n]) && line().counts(n + 1, i)) return entries[n];
  return null;
}

function askerOf({ entries }, { d: { request }, i }) {
  return entries.findLast((entry) => entry.i < i && entry.t === "undo-requested" && entry.d.request === request)?.d.seat ?? null;
}

function goneBack(past, { first, asker, rewound }, seat, last) {
  const was = past.before(first.a).get(seat);
  const ruled = rewound.d.ruling !== undefined;
  if (ruled && past.moved(seat, first.a)) return { ...last, given: true };
  if (last.away || (!ruled && runs(was) && runs(last) && was.ended === last.ended)) return { ...last, given: was.given };
  const again = { ...readAt(was, first.at), ended: last.ended, away: false };
  return seat === asker ? paying(past, again, runs(was), first.at, rewound) : again;
}

/** The asker's clock without the time since then, except what no clock ran in. */
function paying({ idle }, clock, ran, from, { at, i }) {
  const time = at - from - idle(from, at);
  const paid = ran ? spent(clock, time) : { ...clock, left: clock.left - time };
  if (paid.left < 0 || paid.grace + paid.left <= 0) throw new Failed("an undo without time: its asker does not have what it costs", {}, i);
  return paid;
}
