// The meaning of the checked draws: who would have had to collude to choose them. Never more than that.
import { PASSED } from "./report.js";

const OTHERS = "Seats, not people. Who knows none of their seeds or keys has only the operator's word for them; a seat that plays in the service's own page trusts that page; games given up and begun anew are not seen here.";

/**
 * {seats, bots, operator_with, signed, fresh, provided} of a log whose table was read. The third argument is the result of `accountOf`
 * for that log, `draws` the status of L3.
 */
export function verdictOf(file, { taken, seeds, started }, { redrawn, reshuffled }, draws) {
  const which = (wanted) => [...taken].filter(([seat, data]) => wanted(seat, data)).map(([seat]) => seat).sort((a, b) => a - b);
  const mixed = (seat, data) => (started === null ? "seed_commitment" in data : seeds.has(seat));
  return {
    seats: file.seatCount,
    bots: which((seat, data) => "bot" in data),
    operator_with: which(mixed),
    signed: which((seat, data) => mixed(seat, data) && "key" in data),
    fresh: new Set([...redrawn, ...reshuffled]).size,
    provided: draws === PASSED ? ["L4"] : ["L3", "L4"],
  };
}

/** The verdict of a report of `verify` in sentences, [text, values] each; `own` are the reader's own seats, [{seat, mixed}]. */
export function verdictWords({ verdict: { operator_with: seats, provided }, redrawn, reshuffled, file }, own) {
  return [
    whoCould(seats),
    redrawn.size > 0 && ["A referee had draws made anew {n} times.", { n: redrawn.size }],
    reshuffled.size > 0 && ["A referee had cards shuffled anew {n} times.", { n: reshuffled.size }],
    provided.includes("L3") && ["Provided that what is not opened yet will fit (L3, not complete here)."],
    provided.includes("L4") && ["Provided that every draw was called for by the rules (L4, not checked here)."],
    [OTHERS],
    ...own.map(({ seat, mixed }) => (mixed ? ["Yours is in the mix (seat {n}), so nobody chose without you.", { n: seat }] : ["Yours is not in the mix."])),
    "clock" in file.entries[0].d && ["The times are the operator's word."],
  ].filter(Boolean);
}

/** The `sentences` of an account in the language of `t`, each with the entries that it is about, and by which rulings. */
export function accountWords(t, sentences) {
  return sentences.map(([text, values, groups]) => {
    const where = groups.map(([ruling, entries]) => entriesOf(t, ruling, entries)).join("; ");
    return `${t(text, values)}${where && ` (${where})`}.`;
  });
}

function entriesOf(t, ruling, entries) {
  const listed = t("entries {list}", { n: entries.length, list: entries.join(", ") });
  return ruling === undefined ? listed : `${listed}, ${t("by ruling {n}", { n: ruling })}`;
}

function whoCould(seats) {
  if (seats.length === 0) return ["The operator could have chosen every draw."];
  if (seats.length === 1) return ["Only the operator together with seat {n} could have chosen.", { n: seats[0] }];
  return ["Only the operator together with all of seats {list} could have chosen.", { list: seats.join(", ") }];
}
