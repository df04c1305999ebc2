// A program that has to type-check as strictly as can be: what it reads is known by ruleset and by type, without a cast.
import { type Event, Kronika, Problem, follow, notices, play, sit } from "@kronika/client";

const kronika = new Kronika("https://games.example.org");

export async function pointsOf(game: string, seat: number): Promise<number | undefined> {
  const document = await kronika.request("GET", "/v1/games/{game}", { path: { game } });
  if (document.ruleset === "age-of-war") return document.view.players?.[seat - 1]?.score;
  return document.outcome?.scores[String(seat)];
}

export async function setUp(): Promise<string> {
  const body = { ruleset: "romans", seats: 2, options: { neutral_clans: 1 } } as const;
  return (await kronika.request("POST", "/v1/games", { body })).id;
}

export async function lines(game: string): Promise<string[]> {
  const entries = await kronika.request("GET", "/v1/games/{game}/ledger/entries", { path: { game }, query: { from: 0 } });
  return entries.split("\n");
}

export const revoked: Promise<undefined> = kronika.request("DELETE", "/v1/me/tokens/{token}", { path: { token: "1" } });
export const exported: Promise<Uint8Array> = kronika.request("GET", "/v1/me/export");

function sentence(event: Event): string {
  if (event.ruleset === "romans" && event.type === "fort-captured") return `${event.data.side.clan} has ${event.data.points}`;
  return event.rules.join(", ");
}

export async function tell(game: string): Promise<void> {
  for await (const event of follow(game)) console.log(sentence(event));
}

export async function bot(game: string): Promise<void> {
  const { token } = await sit(game, { name: "Ala" });
  for await (const turn of play(game, token ?? "")) {
    if (turn.ruleset === "touche") console.log(turn.view.players);
    const [action] = turn.actions;
    if (action?.type === "fill-line") console.log(action.castle);
    if (action) await turn.act(action).catch((problem: unknown) => (problem instanceof Problem ? problem.kind === "illegal-action" : undefined));
  }
}

export async function watch(): Promise<void> {
  for await (const notice of notices(kronika)) console.log(notice.kind === "gap" ? notice.from : notice.at);
}
