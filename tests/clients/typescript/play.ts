// A small client over the types made from the served document: it has to type-check as strictly as can be.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type Action = components["schemas"]["Action"];
type GameDocument = components["schemas"]["GameDocument"];
type Event = components["schemas"]["Event"];

const api = createClient<paths>({ baseUrl: "http://127.0.0.1:8000" });

export async function sitDown(name: string): Promise<{ game: string; token: string | null }> {
  const created = await api.POST("/v1/games", { body: { ruleset: "age-of-war", seats: 2 } });
  if (!created.data) throw new Error(created.error.detail);
  const path = { game: created.data.id };
  const seated = await api.POST("/v1/games/{game}/seats", { params: { path }, body: { name } });
  if (!seated.data) throw new Error(seated.error.detail);
  return { game: created.data.id, token: seated.data.token };
}

// What has a default may be left out of a request, in an object within it, too.
export async function setUp(): Promise<string> {
  const body = { ruleset: "romans", seats: 2, options: { neutral_clans: 1 } } as const;
  const created = await api.POST("/v1/games", { body });
  if (!created.data) throw new Error(created.error.detail);
  return created.data.id;
}

export async function act(game: string, token: string, choose: (legal: Action[]) => Action): Promise<number[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const path = { game };
  const legal = await api.GET("/v1/games/{game}/legal-actions", { params: { path }, headers });
  if (!legal.data) throw new Error(legal.error.detail);
  const body = choose(legal.data.actions);
  const acted = await api.POST("/v1/games/{game}/actions", { params: { path }, headers, body });
  if (!acted.data) throw new Error(acted.error.detail);
  return acted.data.to_act;
}

export function describe(action: Action): string {
  switch (action.type) {
    case "fill-line":
      return `${action.castle}, line ${action.line}: ${action.dice.join(", ")}`;
    case "place-tile":
      return `space ${action.space}`;
    default:
      return action.type;
  }
}

export function winners(document: GameDocument): number[] {
  return document.outcome?.winners ?? [];
}

// What an event holds is known by ruleset and type, what a view holds by ruleset: without a cast.
export function tell(event: Event): string {
  if (event.ruleset === "romans" && event.type === "fort-captured") return `${event.data.side.clan} has ${event.data.points}`;
  if (event.ruleset === "age-of-war" && event.type === "dice-rolled") return event.data.dice.join(", ");
  if (event.type === "rewound") return `back to ${event.data.to_version}`;
  return event.rules.join(", ");
}

export function pointsOf(document: GameDocument, seat: number): number | undefined {
  if (document.ruleset === "romans") return document.view.clans?.find((clan) => clan.seat === seat)?.points;
  if (document.ruleset === "age-of-war") return document.view.players?.[seat - 1]?.score;
  return document.outcome?.scores[String(seat)];
}

export async function past(game: string): Promise<string[]> {
  const told = await api.GET("/v1/games/{game}/events", { params: { path: { game }, query: { limit: 50 } } });
  const page = told.data;
  if (!page || typeof page === "string") throw new Error("no events");
  return page.events.map(tell);
}

export function lobbyLine(game: components["schemas"]["GameSummary"]): string {
  return game.ruleset === "touche" && game.outcome?.reason === "stalled" ? "stalled" : game.status;
}
