// One seat's clock (docs/ledger.md, section 16): times in milliseconds, `since` null while it does not run. Beside its row it has
// `given`: its stint has had its increment; `ended`: how many of its stints have ended, whatever was taken back; `asked`: its seat is to
// act, null where the rows do not tell yet; `away`: a bot plays its seat.

const SECOND = 1000;
const IN_SECONDS = ["bank", "increment", "grace", "start_within"];
const A_TENTH = 10;

/** The terms of entry 0 in milliseconds; without `most` a bank has no limit. */
export function termsInMs(terms) {
  const ms = Object.fromEntries(IN_SECONDS.map((name) => [name, SECOND * terms[name]]));
  return { ...ms, most: "most" in terms ? SECOND * terms.most : Infinity, forfeits: terms.on_time_out === "forfeit" };
}

export const unused = ({ bank }) => ({ stint: 0, left: bank, grace: 0, since: null, given: false, ended: 0, asked: false, away: false });

export const runs = ({ since }) => since !== null;

/** When it runs out; Infinity while it does not run. */
export const deadlineOf = (clock) => (runs(clock) ? clock.since + clock.grace + clock.left : Infinity);

/** The clock stopped as it is at a time. */
export function readAt(clock, at) {
  return runs(clock) ? spent({ ...clock, since: null }, Math.max(0, at - clock.since)) : clock;
}

/** Without so much time: from `grace` first, then from `left`. */
export function spent(clock, time) {
  const grace = Math.min(clock.grace, time);
  return { ...clock, grace: clock.grace - grace, left: clock.left - (time - grace) };
}

/** With the increment of its stint. */
export function rewarded(clock, { increment, most }) {
  return { ...clock, given: true, left: Math.max(clock.left, Math.min(most, clock.left + increment)) };
}

/** In a new stint. */
export function begun(clock, { grace, start_within: first }) {
  const stint = clock.stint + 1;
  return { ...clock, stint, grace: stint === 1 ? Math.max(grace, first) : grace, given: false };
}

/** Of a seat whose player is back. */
export function ofReturned(clock, { bank, grace }) {
  return { ...clock, left: Math.max(clock.left, (bank + grace) / A_TENTH), grace: 0 };
}

/** Of a seat whose case kept the game standing for so long; `least` remains. */
export function charged(clock, time, least) {
  const had = clock.grace + clock.left;
  return spent(clock, Math.max(0, Math.min(time, had - least)));
}
