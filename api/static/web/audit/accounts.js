// Whose account holds a seat (docs/ledger.md, section 5): which entries may say so, and by whom.
import { fromB64u } from "./bytes.js";
import { hasAccounts } from "./entries.js";
import { Failed, about } from "./report.js";

/** Whether a seat goes on with another device: its account stays. */
const moves = ({ t, by }) => t === "seat-reassigned" && by !== "organiser";

/** {known, check(entry), note(entry), heldBy(entry)} of a file; entries are given in their order, checked first and then noted. */
export function accountsOf(file) {
  const created = file.entries[0].d;
  const table = { held: new Map(), persons: new Set(), required: "accounts" in created, analysis: file.entries[1]?.t === "forked", cup: "tournament" in created };
  if (!hasAccounts(created)) return { known: false, check() {}, note() {}, heldBy() {} };
  return {
    known: true,
    check(entry) {
      const problem = CHECKS.get(entry.t)?.(table, entry.d, entry.by);
      if (problem) throw new Failed(problem, {}, entry.i);
      if ("account_hash" in entry.d && CHECKS.has(entry.t)) about(entry.i, () => fromB64u(entry.d.account_hash, 32));
    },
    note: (entry) => noted(table, entry),
    /** The account that an entry names, or that its seat keeps; undefined for a guest. */
    heldBy: (entry) => (moves(entry) ? table.held.get(entry.d.seat) : entry.d.account_hash),
  };
}

const CHECKS = new Map(Object.entries({
  "seat-taken"({ required, analysis }, data) {
    const given = "account_hash" in data;
    if ("bot" in data || analysis) return given ? "no account may take this seat" : null;
    return required && !given ? GUEST : null;
  },
  "seat-claimed"({ held, persons, analysis, cup }, { seat }, by) {
    const open = !analysis && !cup && persons.has(seat) && !held.has(seat);
    return open && by === `seat:${seat}` ? null : "the seat is taken into an account where it may not be";
  },
  "seat-reassigned"({ held, required }, data, by) {
    const given = "account_hash" in data;
    if (by === "organiser") return required && !given ? GUEST : null;
    return by === `seat:${data.seat}` && held.has(data.seat) && !given ? null : "the seat may not go on with another device";
  },
}));
const GUEST = "a guest sits down where everybody has an account";

function noted({ held, persons }, entry) {
  const { t, d } = entry;
  if (!(CHECKS.has(t) || t === "seat-freed") || moves(entry)) return;
  held.delete(d.seat);
  if ("account_hash" in d) held.set(d.seat, d.account_hash);
  if (t === "seat-freed") persons.delete(d.seat);
  if (t === "seat-taken") persons["bot" in d ? "delete" : "add"](d.seat);
}
