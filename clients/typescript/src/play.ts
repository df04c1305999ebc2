import { type Game, type GameAddress, gameAt } from "./game.ts";
import { tokensOf } from "./page/memory.ts";
import { Problem } from "./problem.ts";
import type { Acted, Action, GameDocument, LegalActions } from "./schema.ts";
import type { Watch } from "./trust.ts";

/** Seconds for which the service may wait for something to happen. */
const WAIT = 25;
const OVER = ["finished", "abandoned"];
const MOVED_ON = "stale";

export type Ruleset = GameDocument["ruleset"];

/** One decision of the seat. `ruleset` tells the types of `view` and `actions` apart. */
export type Turn = { [R in Ruleset]: TurnIn<R> }[Ruleset];

export interface TurnIn<R extends Ruleset> {
  ruleset: R;
  seat: number;
  version: number;
  /** The board as this seat sees it. */
  view: Extract<GameDocument, { ruleset: R }>["view"];
  /** All legal actions, never none. */
  actions: Extract<LegalActions, { ruleset: R }>["actions"];
  document: Extract<GameDocument, { ruleset: R }>;
  /**
   * Act, once, whatever happens to the connection. Null if the game had moved on before: then the next turn has the newer position.
   * Throws Problem if the action is refused.
   */
  act(action: Action): Promise<Acted | null>;
}

export interface PlayOptions {
  signal?: AbortSignal;
}

/**
 * The turns of a seat until its game is over: `for await (const turn of play(url, token)) await turn.act(turn.actions[0])`. It waits for the
 * game to begin, for the others, and for as long as the service cannot be reached. A seat taken with `signed` signs its actions and
 * checks every head: SplitView stops it. Without a token of the seat the service's own is used: that of the account that sits there.
 */
export async function* play(address: GameAddress, token: string | null, { signal }: PlayOptions = {}): AsyncGenerator<Turn, void, void> {
  const game = gameAt(address, { ...(token !== null && { token }), patience: Infinity });
  const watch = token !== null && Object.keys(tokensOf(game.id)).length > 0 ? await (await import("./trust.ts")).watchSeat(game, token, signal) : null;
  const read = { path: { game: game.id }, ...(signal && { signal }) };
  let query = {};
  for (;;) {
    const document = await game.service.request("GET", "/v1/games/{game}", { ...read, query });
    query = { wait: WAIT, after: document.version };
    await watch?.check(document);
    if (OVER.includes(document.status)) return;
    if (document.status !== "playing") continue;
    const legal = await game.service.request("GET", "/v1/games/{game}/legal-actions", read);
    if (legal.version === document.version && legal.actions.length > 0) yield turnOf(game, document, legal, watch, signal);
  }
}

function turnOf(game: Game, document: GameDocument, { seat, version, actions }: LegalActions, watch: Watch | null, signal: AbortSignal | undefined): Turn {
  const act = (action: Action) => acting(game, version, action, watch, signal);
  return { ruleset: document.ruleset, seat, version, view: document.view, actions, document, act } as Turn;
}

async function acting(game: Game, version: number, action: Action, watch: Watch | null, signal: AbortSignal | undefined): Promise<Acted | null> {
  const body = watch ? await watch.sign(action, version) : action;
  if (!body) return null;
  const headers = watch ? {} : { "If-Match": `"${version}"` };
  try {
    const acted = await game.service.request("POST", "/v1/games/{game}/actions", { path: { game: game.id }, headers, body, ...(signal && { signal }) });
    await watch?.remember(acted.checkpoint);
    return acted;
  } catch (problem) {
    if (problem instanceof Problem && problem.kind === MOVED_ON) return null;
    throw problem;
  }
}
