// Checks the seats, their commitments, and the seeds: their order in the log, and that each matches its commitment.
import { fromB64u, same } from "./bytes.js";
import { seedCommitment } from "./claims.js";
import { whole } from "./entries.js";
import { Failed, about } from "./report.js";

/**
 * The table of a log: {taken: Map of seat -> data of seat-taken, seeds: Map of seat -> seed, started: the number of
 * game-started or null}. Throws Failed for an entry in a wrong place.
 */
export async function seatingOf(file) {
  const table = { file, taken: new Map(), seeds: new Map(), started: null, analysis: file.entries[1]?.t === "forked" };
  if (table.analysis && "tournament" in file.entries[0].d) throw wrong(0, "an analysis is no game of a tournament");
  for (const { t, d, i } of file.entries) await STEPS.get(t)?.(table, d, i);
  const seeds = [...table.seeds].map(([seat, seed]) => ({ seat, seed }));
  if (!same(seeds, file.seeds)) throw new Failed("the seeds in the file are not those of the log");
  return table;
}

const wrong = (i, message, values = {}) => new Failed(message, values, i);
const full = ({ file, taken }) => taken.size === file.seatCount;
const isSeat = ({ file }, seat) => whole(seat, 1, file.seatCount);
const isHash = (text) => text === undefined || fromB64u(text, 32);

const STEPS = new Map(Object.entries({
  forked(table, data, i) {
    if (i !== 1) throw wrong(i, "the log forks where it may not");
  },
  "seat-taken"(table, data, i) {
    const { taken, analysis } = table;
    if (table.started !== null || full(table) || taken.has(data.seat)) throw wrong(i, "a seat is taken that is not free");
    about(i, () => [data.key, data.seed_commitment].forEach(isHash));
    if (!isSeat(table, data.seat) || (analysis && "seed_commitment" in data)) throw wrong(i, "the seat is not taken as it must be");
    if ("bot" in data && Object.keys(data).length > 2) throw wrong(i, "a bot gives no seed and has no key");
    taken.set(data.seat, data);
  },
  "seat-freed"(table, data, i) {
    if (full(table) || !table.taken.delete(data.seat)) throw wrong(i, "a seat is freed that may not be");
  },
  async "seed-revealed"(table, data, i) {
    const { file, taken, seeds, started } = table;
    about(i, () => isHash(data.seed));
    if (!full(table) || started !== null) throw wrong(i, "a seed is opened where none may be");
    const { seed_commitment: commitment } = taken.get(data.seat) ?? {};
    if (!commitment || seeds.has(data.seat)) throw wrong(i, "a seed is opened where none may be");
    if ((await seedCommitment(file.ctx, data.seat, data.seed)) !== commitment) {
      throw wrong(i, "the seed is not the one that the seat committed to");
    }
    seeds.set(data.seat, data.seed);
  },
  "game-started"(table, data, i) {
    const missing = missingSeeds(table);
    if (table.started !== null || !full(table) || missing.length) throw wrong(i, "the game starts before everybody is ready, or twice");
    if (data.epoch !== 0) throw wrong(i, "the game does not start where it must");
    table.started = i;
  },
  "seat-reassigned"(table, data, i) {
    about(i, () => isHash(data.key));
    if (!isSeat(table, data.seat) || table.started === null) throw wrong(i, "the seat is given to somebody else where it may not be");
  },
}));

/** Seats that have committed to a seed and not opened it. */
function missingSeeds({ taken, seeds }) {
  return [...taken].filter(([seat, { seed_commitment: c }]) => c && !seeds.has(seat)).map(([seat]) => seat).sort((a, b) => a - b);
}
