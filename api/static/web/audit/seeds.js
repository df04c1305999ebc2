// The players' seeds: that the file lists those of the log, and that they keep what was committed to.
import { b64u, fromB64u, fromHex, joined, same, sha256, u32, utf8 } from "./bytes.js";
import { Failed } from "./report.js";

/** [{entry, seed}] in the log's order. */
export async function seedsOf(file) {
  const seeds = [];
  const commitments = new Map();
  for (const [entry, { t, d }] of file.entries.entries()) {
    if (t === "seat-taken") {
      commitments.set(d.seat, d.seed_commitment);
      if (typeof d.seed === "string") seeds.push({ entry, seed: { epoch: 0, seat: d.seat, seed: d.seed, by: d.seed_by } });
    }
    if (t === "seed-revealed") seeds.push({ entry, seed: await revealed(file, entry, d, commitments) });
  }
  if (!same(seeds.map(({ seed }) => seed), file.seeds)) throw new Failed("the seeds in the file are not those of the log");
  return seeds;
}

async function revealed(file, entry, { seat, epoch, seed, by }, commitments) {
  if (by === "seat" && (await seedCommitment(file.game, seat, seed)) !== commitments.get(seat)) {
    throw new Failed("the seed is not the one that the seat committed to", {}, entry);
  }
  return { epoch, seat, seed, by };
}

/** What a seat hands in on joining a game with commit and reveal. */
export async function seedCommitment(game, seat, seed) {
  const head = joined(utf8("gamelog/v1/client-seed\n"), fromHex(game), u32(0), Uint8Array.of(seat));
  return b64u(await sha256(joined(head, fromB64u(seed, 32))));
}
