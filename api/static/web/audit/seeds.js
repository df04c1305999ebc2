// Who sits down, with which commitment, and the seeds: their order in the log, and that each is the one committed to.
import { same } from "./bytes.js";
import { seedCommitment } from "./claims.js";
import { only, whole } from "./entries.js";
import { Failed } from "./report.js";

/**
 * The table of a log: {taken: Map of seat -> data of seat-taken, seeds: Map of seat -> seed, started: the number of
 * game-started or null}. Throws Failed where an entry stands that may not stand there.
 */
export async function seatingOf(file) {
  const table = { file, taken: new Map(), seeds: new Map(), started: null, analysis: file.entries[1]?.t === "forked" };
  if (table.analysis && "tournament" in file.entries[0].d) throw wrong(0, "an analysis is no game of a tournament");
  for (const entry of file.entries) await STEPS[entry.t]?.(table, entry.d, entry.i);
  const seeds = [...table.seeds].map(([seat, seed]) => ({ seat, seed }));
  if (!same(seeds, file.seeds)) throw new Failed("the seeds in the file are not those of the log");
  return table;
}

const wrong = (i, message, values = {}) => new Failed(message, values, i);
const full = ({ file, taken }) => taken.size === file.seatCount;
const isSeat = ({ file }, seat) => whole(seat, 1, file.seatCount);

const STEPS = {
  forked(table, data, i) {
    if (i !== 1) throw wrong(i, "the log forks where it may not");
  },
  "seat-taken"(table, data, i) {
    const { taken, analysis } = table;
    if (table.started !== null || full(table) || taken.has(data.seat)) throw wrong(i, "a seat is taken that is not free");
    if (!isSeat(table, data.seat) || !only(data, ["seat"], analysis ? ["bot"] : ["bot", "seed_commitment", "key"])) {
      throw wrong(i, "the seat is not taken as it must be");
    }
    if ("bot" in data && Object.keys(data).length > 2) throw wrong(i, "a bot gives no seed and has no key");
    if ("bot" in data && typeof data.bot !== "string") throw wrong(i, "the seat is not taken as it must be");
    taken.set(data.seat, data);
  },
  "seat-freed"(table, data, i) {
    if (!only(data, ["seat"]) || full(table) || !table.taken.delete(data.seat)) throw wrong(i, "a seat is freed that may not be");
  },
  async "seed-revealed"(table, data, i) {
    const { file, taken, seeds, started } = table;
    if (!only(data, ["seat", "seed"]) || !full(table) || started !== null) throw wrong(i, "a seed is opened where none may be");
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
    if (!same(data, { epoch: 0 })) throw wrong(i, "the game does not start where it must");
    table.started = i;
  },
  "seat-reassigned"(table, data, i) {
    const formed = only(data, ["seat"], ["key"]) && isSeat(table, data.seat);
    if (!formed || table.started === null) throw wrong(i, "the seat is given to somebody else where it may not be");
  },
  rewound(table, { to_version: back }, i) {
    if (table.started === null || !whole(back, table.started + 1, i)) throw wrong(i, "it goes back to where it may not");
  },
};

/** Seats that have committed to a seed and not opened it. */
export function missingSeeds({ taken, seeds }) {
  return [...taken].filter(([seat, { seed_commitment: c }]) => c && !seeds.has(seat)).map(([seat]) => seat).sort((a, b) => a - b);
}
