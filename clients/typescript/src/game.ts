import { Kronika, type Options } from "./kronika.ts";

/** One game at a service. */
export interface Game {
  service: Kronika;
  id: string;
  /** Of the invitation in the link. */
  code?: string;
  /** The organiser's token; null where an account organises the game. */
  organiser?: string | null;
}

/** The address of a game (of its page, its player or its document, or the link of an invitation), or what `gameAt` and `create` return. */
export type GameAddress = string | URL | Game;

const ADDRESS =
  /^(?<service>https?:\/\/[^?#]+?)\/(?:v1\/games|embed\/games|games|embed|g)\/(?<id>[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12})(?![0-9a-f])[^#]*(?:#(?<code>ki_[\w-]+))?/;

/** The game at an address. */
export function gameAt(address: GameAddress, options?: Options): Game {
  if (typeof address === "object" && "service" in address) return options ? { ...address, service: address.service.with(options) } : address;
  const { service, id, code } = ADDRESS.exec(String(address))?.groups ?? {};
  if (!service || !id) throw new TypeError(`${address} is no address of a game, such as https://games.example.org/games/ID`);
  return { service: new Kronika(service, options), id: id.replaceAll("-", ""), ...(code && { code }) };
}

/** The address of a game's page. */
export const addressOf = ({ service, id }: Game) => `${service.url}/games/${id}`;
