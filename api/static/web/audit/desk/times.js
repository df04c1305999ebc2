import { Failed } from "../report.js";

/** The last millisecond of the year 9999: documents have four digits for a year. */
const LAST = Date.UTC(10000, 0) - 1;

/** Milliseconds since the epoch as the documents of a case say them. */
export function timeOf(ms) {
  if (ms > LAST) throw new Failed("a time of the case is after the year 9999");
  return new Date(ms).toISOString();
}
