// What `rewound` takes back, and what it leaves standing.
import { whole } from "./entries.js";

const isRewound = ({ t, d }, i) => t === "rewound" && whole(d.to_version, 1, i);

/** The numbers of the entries that count at the end: stretches that were taken back are left out. */
export function standing(entries) {
  const counting = new Set();
  for (let i = entries.length - 1; i >= 0; i = isRewound(entries[i], i) ? entries[i].d.to_version - 1 : i - 1) counting.add(i);
  return counting;
}
