import { type GameAddress, gameAt } from "./game.ts";
import type { Kronika } from "./kronika.ts";
import type { Event, NoticeGap, NoticeSent } from "./schema.ts";
import { type Following, subscribe } from "./stream.ts";

export interface FollowOptions extends Following {
  /** The version that is known already; by default the game is followed from its first event. */
  after?: number;
  /** Whether each event has its sentence, in `text`. */
  labels?: boolean;
}

/**
 * The events of a game, past and to come, each once and in order, until the game is over: `for await (const event of follow(game))`. Cuts are
 * resumed for as long as it takes. Throws Problem if the game may not be seen, and the reason of the signal if it is aborted.
 */
export async function* follow(address: GameAddress, { after = 0, labels = false, ...following }: FollowOptions = {}): AsyncGenerator<Event, void, void> {
  const { service, id } = gameAt(address);
  for await (const { data } of subscribe(service, `/v1/games/${id}/stream?labels=${labels}`, after, following)) yield data as Event;
}

export type Notice = NoticeSent | ({ kind: "gap" } & NoticeGap);

/** What happens in all games of the service's account, from now on or after a notice; `gap` stands for those that are stored no more. */
export async function* notices(service: Kronika, { after, ...following }: Following & { after?: number } = {}): AsyncGenerator<Notice, void, void> {
  const { token, signal } = following;
  const now = async () => (await service.request("GET", "/v1/me/games", { query: { limit: 1 }, ...(token !== undefined && { token }), ...(signal && { signal }) })).notices;
  for await (const { type, data } of subscribe(service, "/v1/me/stream", after ?? (await now()), following)) {
    yield type === "gap" ? { kind: "gap", ...(data as NoticeGap) } : (data as NoticeSent);
  }
}
