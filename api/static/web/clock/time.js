// What is left on a clock, how it is written, and how it is said. Milliseconds, but for the terms, which are in seconds.

export const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A clock of more than an hour for a turn is for games that take days. */
const LIVE_AT_MOST = 3600;
const TENTHS_BELOW = 10 * SECOND;
/** A screen reader says these times, and no others. */
const SPOKEN = [10 * SECOND, 30 * SECOND, MINUTE];

/**
 * What a row {left, grace, since?} has at a time: {grace, left, all, runs, rests}. `rests`: milliseconds until it begins to run.
 */
export function leftOf({ left, grace, since }, now) {
  const used = since === undefined ? 0 : Math.max(0, now - since);
  const free = Math.max(0, grace - used);
  const bank = Math.max(0, left - Math.max(0, used - grace));
  return { grace: free, left: bank, all: free + bank, runs: since !== undefined, rests: since === undefined ? 0 : Math.max(0, since - now) };
}

/** "live" or "daily", as the lobby's filter calls them; "none" without terms. */
export function kindOfClock(terms) {
  if (!terms) return "none";
  return terms.bank + (terms.grace ?? 0) > LIVE_AT_MOST ? "daily" : "live";
}

/** Below this time a clock is shown in red. */
export const alarmAt = (terms) => (kindOfClock(terms) === "daily" ? DAY / 10 : 10 * SECOND);

/** The spoken time that a clock has passed on its way from one time to another, or null. */
export const passed = (before, now) => SPOKEN.find((limit) => now <= limit && limit < before) ?? null;

/** Milliseconds until a clock with so much time shows something else. */
export const untilNextFigure = (ms) => (ms <= TENTHS_BELOW ? SECOND / 10 : (ms % SECOND) + 1);

const two = (number) => String(number).padStart(2, "0");

/** "9.3", "4:05", "1:02:03", "2 days 3 h". */
export function figures(t, ms) {
  if (ms < TENTHS_BELOW) return (Math.floor(ms / 100) / 10).toFixed(1).replace(".", t.lang === "pl" ? "," : ".");
  const [days, hours] = [Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR)];
  if (days > 0) return hours > 0 ? t("{n} days {hours} h", { n: days, hours }) : t("{n} days", { n: days });
  const [minutes, seconds] = [Math.floor((ms % HOUR) / MINUTE), Math.floor((ms % MINUTE) / SECOND)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** @type {[number, string][]} */
const UNITS = [[DAY, "{n} days"], [HOUR, "{n} hours"], [MINUTE, "{n} minutes"], [SECOND, "{n} seconds"]];

/** "1 day 3 hours": the two largest units that are not zero. */
export function inWords(t, ms) {
  let rest = Math.floor(ms / SECOND) * SECOND;
  const parts = [];
  for (const [unit, words] of UNITS) {
    const n = Math.floor(rest / unit);
    if (n > 0 && parts.length < 2) parts.push(t(words, { n }));
    rest %= unit;
  }
  return parts.join(" ") || t("{n} seconds", { n: 0 });
}

/** @type {[number, string][]} */
const SHORT = [[DAY, "{n} days"], [HOUR, "{n} h"], [MINUTE, "{n} min"], [SECOND, "{n} s"]];

/** "15 min": a whole number of the largest unit that allows it. */
function short(t, seconds) {
  const ms = seconds * SECOND;
  const [unit, words] = SHORT.find(([size]) => ms >= size && ms % size === 0) ?? SHORT.at(-1);
  return t(words, { n: ms / unit });
}

/** The terms in a few signs: "15 min + 10 s", "3 days a turn". */
export function mark(t, { bank, increment = 0, grace = 0 }) {
  const own = bank > 0 && (increment > 0 ? `${short(t, bank)} + ${short(t, increment)}` : short(t, bank));
  const free = grace > 0 && t("{time} a turn", { time: short(t, grace) });
  return [own, free].filter(Boolean).join(", ");
}
