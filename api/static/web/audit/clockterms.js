// The terms of clocks in entry 0 (docs/ledger.md, section 16), in whole seconds.
import { whole } from "./entries.js";
import { Failed } from "./report.js";

const RANGES = { bank: [0, 2_592_000], increment: [0, 86_400], grace: [0, 2_592_000], start_within: [30, 604_800] };
const LONGEST_BANK = 9_007_199_254_740;
const LEAST = 5;

export function checkTerms(terms) {
  const { bank, grace, most, on_time_out: then } = terms;
  const ranged = Object.entries(RANGES).every(([name, [low, high]]) => whole(terms[name], low, high));
  const limited = most === undefined || whole(most, bank, LONGEST_BANK);
  if (!ranged || !limited || bank + grace < LEAST || !["forfeit", "bot"].includes(then)) throw new Failed("the terms of the clock are malformed", {}, 0);
}
