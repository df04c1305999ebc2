// A small client over the types made from the served document: it has to type-check as strictly as can be.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type Action = components["schemas"]["Action"];
type GameDocument = components["schemas"]["GameDocument"];

const api = createClient<paths>({ baseUrl: "http://127.0.0.1:8000" });

export async function sitDown(name: string): Promise<{ game: string; token: string }> {
  const created = await api.POST("/v1/games", { body: { ruleset: "age-of-war", seats: 2 } });
  if (!created.data) throw new Error(created.error.detail);
  const path = { game: created.data.id };
  const seated = await api.POST("/v1/games/{game}/seats", { params: { path }, body: { name } });
  if (!seated.data) throw new Error(seated.error.detail);
  return { game: created.data.id, token: seated.data.token };
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
