// The players' seeds: that the file lists those of the log, and that they keep what was committed to.
import { b64u, fromB64u, joined, same, sha256, utf8 } from "./bytes.js";
import { leafHash } from "./merkle.js";
import { Failed } from "./report.js";

/** [{entry, seed}] in the log's order. */
export async function seedsOf(file) {
  const seeds = [];
  const commitments = new Map();
  for (const [entry, { t, d }] of file.entries.entries()) {
    if (t === "seat-taken") {
      commitments.set(d.seat, d.seed_commitment);
    }
    if (t === "seed-revealed") seeds.push({ entry, seed: await revealed(file, entry, d, commitments) });
  }
  if (!same(seeds.map(({ seed }) => seed), file.seeds)) throw new Failed("the seeds in the file are not those of the log");
  return seeds;
}

async function revealed(file, entry, { seat, seed }, commitments) {
  if ((await seedCommitment(file.leaves[0], seat, seed)) !== commitments.get(seat)) {
    throw new Failed("the seed is not the one that the seat committed to", {}, entry);
  }
  return { seat, seed };
}

/** What the commitments of a game by itself are bound to. */
export const contextOf = (firstEntry) => leafHash(utf8(firstEntry));

/** What a seat hands in on joining. */
export async function seedCommitment(ctx, seat, seed) {
  const head = joined(utf8("gamelog/v1/client-seed\n"), ctx, Uint8Array.of(seat));
  return b64u(await sha256(joined(head, fromB64u(seed, 32))));
}
