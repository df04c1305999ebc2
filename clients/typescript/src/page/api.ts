// Requests of the page's modules, sent by this client: in place of the page's module of this name.
import type { Game } from "../game.ts";
import type { Kronika } from "../kronika.ts";

export { Problem } from "../problem.ts";

interface How {
  token?: string;
  accept?: string;
}

const services = new Map<string, Kronika>();
const GAME = /^\/v1\/games\/([0-9a-f]{32})\//;

/** Requests about this game go to its service from now on. */
export function servedBy({ id, service }: Game): void {
  services.set(id, service);
}

/** A log of games and an invitation do not name their service: then there may be one only. */
function serviceOf(path: string): Kronika {
  const named = services.get(GAME.exec(path)?.[1] ?? "");
  const [any, ...others] = new Map([...services.values()].map((service) => [service.url, service])).values();
  if (named) return named;
  if (!any || others.length > 0) throw new Error("one program signs seats at one service only");
  return any;
}

export const get = (path: string, how: How = {}): Promise<any> => serviceOf(path).send("GET", path, how);
export const getText = get;
export const getBytes = get;
export const post = (path: string, { token, body }: How & { body: unknown }): Promise<any> => serviceOf(path).send("POST", path, { body, ...(token !== undefined && { token }) });
