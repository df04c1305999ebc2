// Seats that trust nobody: their own key and seed, every head remembered, and whatever contradicts one stops the play. The checks are the page's.
import type { Game } from "./game.ts";
import { servedBy } from "./page/api.ts";
import { b64u } from "./page/audit/bytes.js";
import { contextOf, seatMessage, seedCommitment } from "./page/audit/claims.js";
import { hasAccounts } from "./page/audit/entries.js";
import { keepToken, tokensOf } from "./page/memory.ts";
import { firstEntry, logOf } from "./page/trust/log.js";
import { type Signer, signerFor, signerOf } from "./page/trust/keys.ts";
import { signedAction } from "./page/trust/signing.js";
import { breachOf, claimsOf, headOf, keepClaim, keepHead } from "./page/trust/store.js";
import { recordBreach, watchOver } from "./page/trust/watch.js";
import { SplitView } from "./problem.ts";
import { pause } from "./retry.ts";
import { filled } from "./words.ts";
import type { Action, GameDocument, NewPlayer, SignedAction } from "./schema.ts";

const SEED_BYTES = 32;
const OPEN = ["waiting", "suspended"];

/** Throw what contradicts the log of a game, if anything did. */
function judge(game: string): void {
  const breach = breachOf(game);
  if (breach) throw new SplitView(filled(breach.why, breach.values), breach.kept, breach.shown);
}

interface Head {
  size: number;
  root: Uint8Array;
}

type Declared = Pick<NewPlayer, "key" | "seed_commitment" | "sig">;

/** What a seat is bound to, remembered before it is sent: a retry sends the same. */
export async function declare(game: Game, { seat, invitation }: NewPlayer): Promise<Declared> {
  if (seat === undefined) throw new TypeError("a signed seat is bound to its number: say which `seat`");
  servedBy(game);
  judge(game.id);
  const signer = await signerFor(game.id, seat);
  try {
    const { text, note } = await firstEntry(logOf(game.id), invitation);
    if (!headOf(game.id)) keepHead(game.id, note);
    return await bound(game.id, seat, signer, text);
  } catch (problem) {
    if (recordBreach(game.id, problem)) judge(game.id);
    throw problem;
  }
}

async function bound(game: string, seat: number, signer: Signer, first: string): Promise<Declared> {
  const ctx = await contextOf(first);
  const known = claimsOf(game)[seat];
  const seed = known?.ctx === b64u(ctx) ? known.seed : b64u(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
  keepClaim(game, seat, { ctx: b64u(ctx), seed, key: signer.key });
  const declared = { key: signer.key, seed_commitment: await seedCommitment(ctx, seat, seed) };
  return { ...declared, sig: await signer.sign(seatMessage(ctx, seat, declared, hasAccounts(JSON.parse(first).d))) };
}

export function seated({ id }: Game, seat: number, token: string): void {
  keepClaim(id, seat, { ...claimsOf(id)[seat], taken: true });
  keepToken(id, `seat:${seat}`, token);
}

/** The watch over a seat that was taken here with `signed`; null if this one was not. */
export async function watchSeat(game: Game, token: string, signal: AbortSignal | undefined): Promise<Watch | null> {
  const role = Object.entries(tokensOf(game.id)).find(([, one]) => one === token)?.[0];
  const seat = Number(role?.split(":")[1]);
  const signer = role ? await signerOf(game.id, seat) : null;
  if (!signer) return null;
  servedBy(game);
  return new Watch(game, seat, token, signer, signal);
}

export class Watch {
  readonly #watch;
  readonly #game: string;
  readonly #seat: number;
  readonly #signer: Signer;
  readonly #signal: AbortSignal | undefined;
  #begun = false;

  constructor({ id }: Game, seat: number, token: string, signer: Signer, signal: AbortSignal | undefined) {
    this.#watch = watchOver(id, token, () => {}, null);
    this.#game = id;
    this.#seat = seat;
    this.#signer = signer;
    this.#signal = signal;
  }

  /** Check the head; open the seed when it is time; see that it counts once the game has begun. */
  async check({ status }: GameDocument): Promise<void> {
    await this.#look();
    if (OPEN.includes(status)) await this.#reveal();
    else if (!this.#begun) await this.#checked(this.#watch.begun());
    this.#begun = !OPEN.includes(status);
  }

  /** An action for this version, bound to the log's head; null if the game has moved on. */
  async sign(action: Action, version: number): Promise<{ signed: SignedAction["signed"] } | null> {
    const head = await this.#look();
    return head.size === version ? signedAction(this.#signer, this.#game, this.#seat, head, action) : null;
  }

  /** Remember the head of a response. */
  async remember(note: string): Promise<void> {
    await this.#look(note);
  }

  /** The head of a note, or the newest one. */
  #look(note?: string): Promise<Head> {
    return this.#checked<Head>(this.#watch.look(note));
  }

  async #reveal(): Promise<void> {
    const opened = () => this.#checked<{ seconds: number } | null>(this.#watch.reveal(this.#seat));
    for (let waits = await opened(); waits; waits = await opened()) await pause(waits.seconds * 1000, this.#signal);
  }

  async #checked<T>(work: Promise<unknown>): Promise<T> {
    const found = await work;
    judge(this.#game);
    return found as T;
  }
}
