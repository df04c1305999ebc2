// Who does an entry of the table's own types (docs/ledger.md, sections 5 and 16): its seat, its referee, or the table.
import { Failed } from "./report.js";

const BY_TABLE = ["time-ran-out", "seat-left", "seat-excluded"];
const PERHAPS_BY_OPERATOR = ["game-suspended", "game-resumed", "game-abandoned"];
const BY_ITS_SEAT = ["resigned", "seat-returned", "agreed", "referee-refused", "referee-kept", "appeal-answered", "judge-called"];
const BY_ITS_REFEREE = ["referee-accepted", "referee-resigned", "evidence-read", "call-answered"];

/** Whether it was the operator of the service who suspended, resumed or abandoned the game. */
export const isByOperator = ({ d }) => d.why === "operator";

/** {check(entry)}: throws Failed for an entry that is by somebody else than its type says. Entries are given in their order. */
export function actors() {
  const callers = new Map();
  return {
    check({ t, d, by, i }) {
      if (t === "judge-called") callers.set(d.call, d.seat);
      const byOperator = PERHAPS_BY_OPERATOR.includes(t) && isByOperator({ d });
      const problem = byOperator && by !== "table" ? "it is not the table that does it" : problemOf(callers, t, d, by);
      if (problem) throw new Failed(problem, {}, i);
    },
  };
}

function problemOf(callers, t, d, by) {
  if (BY_TABLE.includes(t) && by !== "table") return "it is not the table that does it";
  if (BY_ITS_SEAT.includes(t) && by !== `seat:${d.seat}`) return "it is not its seat that does it";
  if (BY_ITS_REFEREE.includes(t) && by !== `referee:${d.referee}`) return "it is not its referee that does it";
  return t === "call-closed" && by !== `seat:${callers.get(d.call)}` ? "it is not the seat that has called that does it" : null;
}
