// Plays one game through a line that is cut again and again: `node whole_game.mjs URL RULESET SIGNED MOST`, and says what came of it. After MOST
// actions, if that is not 0, the organiser ends it.
import { Kronika, create, follow, invite, play, sit } from "@kronika/client";
import { cutting } from "./cuts.mjs";

const [url, ruleset, signed, most] = process.argv.slice(2);
const line = await cutting(url);
const direct = new Kronika(url);
const table = await create(new Kronika(line.url), { ruleset, seats: 2 });
const tokens = [];
for (const seat of [1, 2]) {
  const link = `${table.url}#${await invite(table, seat)}`;
  tokens.push((await sit(link, { name: `P${seat}`, seat }, { signed: signed === "true" })).token);
}
let acted = 0;

async function bot(token) {
  for await (const turn of play(table.url, token)) {
    if (Number(most) > 0 && acted >= Number(most)) continue;
    const sensible = turn.actions.filter(({ type }) => type !== "set-aside"); // of which a siege would have too many
    const choices = sensible.length > 0 ? sensible : turn.actions;
    const action = choices[Math.floor(Math.random() * choices.length)];
    if ((await turn.act(action)) && ++acted === Number(most)) await table.service.request("POST", "/v1/games/{game}/abandonment", { path: { game: table.id }, token: table.organiser });
  }
}

async function followed() {
  const versions = [];
  for await (const event of follow(table.url)) versions.push(event.version);
  return versions;
}

const [versions] = await Promise.all([followed(), ...tokens.map(bot)]);
line.close();
const events = [];
for await (const event of follow({ service: direct, id: table.id })) events.push(event);
const begun = events.findIndex(({ type }) => type === "game-started");
const actions = new Set(events.slice(begun).filter(({ actor }) => actor.startsWith("seat:")).map(({ action }) => action));
const { status } = await direct.request("GET", "/v1/games/{game}", { path: { game: table.id } });
console.log(JSON.stringify({ game: table.id, status, acted, actions: actions.size, versions, length: events.length, cuts: line.cuts() }));
