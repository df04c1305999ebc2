// Draws made anew: only by a referee who was appointed, or by the table when a ruling of his is final.

/** Whether the `rewound` at entry i may have its draws made anew. */
export function followsRuling({ entries }, i) {
  const { by, d } = entries[i];
  if (!Number.isInteger(d.ruling)) return false;
  if (by.startsWith("referee:")) return isAppointed(entries, i, by);
  return by === "table" && wasFinal(entries, i, d.ruling);
}

/** Appointments and dismissals count although they stand in a stretch that was taken back. */
function isAppointed(entries, i, by) {
  const named = entries.slice(0, i).findLast(({ t, d }) => isAbout(t) && `referee:${d.referee}` === by);
  return named?.t === "referee-appointed";
}

const isAbout = (type) => type === "referee-appointed" || type === "referee-dismissed";

function wasFinal(entries, i, ruling) {
  const final = entries.slice(0, i).findLastIndex(({ t, d }) => t === "ruling-final" && d.ruling === ruling);
  if (final < 0) return false;
  return entries.slice(0, final).some(({ t, d, by }, n) => t === "ruled" && d.ruling === ruling && isAppointed(entries, n, by));
}
