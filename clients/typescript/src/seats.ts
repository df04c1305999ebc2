import { type Game, type GameAddress, addressOf, gameAt } from "./game.ts";
import type { Kronika } from "./kronika.ts";
import type { NewGame, NewPlayer } from "./schema.ts";

export interface Table extends Game {
  /** The address of its page. */
  url: string;
  organiser: string | null;
}

/** Open a table: `create(kronika, { ruleset: "romans", seats: 2 })`. */
export async function create(service: Kronika, game: NewGame): Promise<Table> {
  const { id, organiser_token: organiser } = await service.request("POST", "/v1/games", { body: game });
  return { service, id, organiser, url: addressOf({ service, id }) };
}

export interface Seated {
  seat: number;
  /** The token of the seat; null for the seat of an account, whose own token plays it, and for a bot's. */
  token: string | null;
  /** The address of the game's page. */
  url: string;
}

export interface Sitting {
  /** Sit down with a key and a seed of one's own, and have `play` sign and check everything: see `rememberIn`. Needs a `seat`. */
  signed?: boolean;
}

/**
 * Take a seat. An invitation is taken from the link, or from `invitation`. The organiser of a table may seat a bot of the service:
 * `sit(table, { bot: "greedy" })`.
 */
export async function sit(address: GameAddress, player: NewPlayer, { signed = false }: Sitting = {}): Promise<Seated> {
  const game = gameAt(address);
  const invitation = player.invitation ?? game.code;
  const asked = { ...player, ...(invitation !== undefined && { invitation }) };
  const trust = signed ? await import("./trust.ts") : null;
  const body = { ...asked, ...(await trust?.declare(game, asked)) };
  const organiser = player.bot === undefined ? null : game.organiser;
  const request = { path: { game: game.id }, body, ...(organiser && { token: organiser }) };
  const { seat, token } = await game.service.request("POST", "/v1/games/{game}/seats", request);
  if (token !== null) trust?.seated(game, seat, token);
  return { seat, token, url: addressOf(game) };
}

/** The code of an invitation to a table, for one seat or for any. */
export async function invite(table: Table, seat?: number): Promise<string> {
  const token = table.organiser;
  const request = { path: { game: table.id }, body: seat === undefined ? {} : { seat }, ...(token !== null && { token }) };
  const { code } = await table.service.request("POST", "/v1/games/{game}/invitations", request);
  if (code === null) throw new TypeError("an account was invited by its name, so there is no code");
  return code;
}
