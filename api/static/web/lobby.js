// The lobby: quick start, the public games as they change, this browser's games.
import { button, h, on, pageLink, select, show } from "./ui.js";
import { get } from "./api.js";
import { clockPill } from "./clock/terms.js";
import { kindOfClock } from "./clock/time.js";
import { follow } from "./follow.js";
import { heldGames, tokensOf } from "./memory.js";
import { said } from "./i18n.js";
import { emblem } from "./emblems.js";
import { startGame } from "./starting.js";
import { importer } from "./importing.js";
import { playerAddress } from "./places/addresses.js";
import { firstGame } from "./learn/firstgame.js";
import { isOver, rulesetName } from "./standings.js";
import { hidesResults } from "./spoilers.js";

const STATUSES = ["waiting", "playing", "suspended", "finished", "abandoned"];
const CLOCKS = [["live", "Live: with a clock"], ["daily", "Over days"], ["none", "Without a clock"]];
const PAGE = 20;

export async function open(root, shell) {
  const { t } = shell;
  shell.title("");
  const rulesets = await shell.rulesets.all();
  const model = { games: new Map(), next: null, filter: { ruleset: "", status: "", clock: "" }, position: undefined };
  const list = h("ul", { class: "games", id: "games" });
  const empty = h("p", { class: "muted", role: "status" });
  const more = button(t("More games"), () => shell.attempt(() => readMore(model).then(render)), { class: "btn quiet" });
  const render = () => renderList(shell, rulesets, model, { list, empty, more });
  const filters = filterBar(shell, rulesets, model, () => shell.attempt(() => readFresh(model).then(render)));
  root.append(
    hero(shell, rulesets),
    h("section", { class: "lobby" }, h("div", { class: "head" }, h("h2", {}, t("Tables")), filters), list, empty, more),
  );
  await readFresh(model);
  render();
  const again = () => readFresh(model).then(render);
  return follow("/v1/stream", {
    after: () => model.position,
    opened: again, // a game may have started between the request and the stream
    news: async (event) => {
      if (event === null) return again();
      take(model, event);
      render();
    },
    refused: shell.refuse,
    idle: 4000,
  });
}

function take(model, event) {
  model.position = event.id;
  if (event.type === "game") put(model, [JSON.parse(event.data)]);
  if (event.type === "gone") model.games.delete(JSON.parse(event.data).id);
}

function put(model, games) {
  for (const game of games) if (wanted(model, game) && isNews(model, game)) model.games.set(game.id, game);
  for (const game of games) if (!wanted(model, game)) model.games.delete(game.id);
}

function isNews(model, game) {
  return !(model.games.get(game.id)?.version > game.version);
}

function wanted({ filter }, game) {
  const has = { ...game, clock: kindOfClock(game.clock?.terms) };
  return Object.entries(filter).every(([name, value]) => !value || value === has[name]);
}

async function readFresh(model) {
  model.games.clear();
  model.next = null;
  await readMore(model);
}

async function readMore(model) {
  const params = { limit: PAGE, ...model.filter, cursor: model.next ?? "" };
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ""));
  const page = await get(`/v1/games?${query}`);
  put(model, page.games);
  model.next = page.next;
}

function hero(shell, rulesets) {
  const { t } = shell;
  return h("section", { class: "hero" }, [
    h("h1", {}, t("Play a game. Keep its chronicle.")),
    h("p", { class: "lead" }, t("Every move is recorded: you can replay it, share it by link, and check it.")),
    h("div", { class: "shelf" }, rulesets.map((ruleset) => box(shell, ruleset))),
    h("div", { class: "bar" }, [pageLink("/new", t("Choose seats and options"), { class: "btn quiet" }), importer(shell)]),
  ]);
}

/** A game on the shelf; one click starts it against a bot. */
function box(shell, ruleset) {
  const { t, lang } = shell;
  const { min, max } = ruleset.seats;
  const play = button(t("Play against a bot"), () => shell.attempt(() => quickStart(shell, ruleset)), {
    class: "btn primary",
    "data-play": ruleset.id,
  });
  const players = min === max ? t("{n} players", { n: min }) : t("{min} to {max} players", { min, max });
  return h("article", { class: `box box-${ruleset.id}` }, [
    emblem(ruleset.id),
    h("h2", {}, said(ruleset.name, lang)),
    h("p", { class: "muted" }, players),
    h("div", { class: "blurbs" }, ruleset.about.map((text) => h("p", { class: "blurb" }, said(text, lang)))),
    h("div", { class: "learn" }, [pageLink(`/rules/${ruleset.id}`, t("How it is played")), firstGame(shell, ruleset.id, "btn quiet")]),
    play,
  ]);
}

async function quickStart(shell, ruleset) {
  const id = await startGame(shell.t, { ruleset: ruleset.id, seats: ["me", "greedy"], options: {} });
  await shell.go(`/games/${id}`);
}

function filterBar(shell, rulesets, model, changed) {
  const { t, lang } = shell;
  const games = [["", t("All games")], ...rulesets.map((one) => [one.id, said(one.name, lang)])];
  const states = [["", t("Any status")], ...STATUSES.map((status) => [status, t(status)])];
  const clocks = [["", t("Any pace")], ...CLOCKS.map(([kind, label]) => [kind, t(label)])];
  const bar = [["ruleset", games, t("Game")], ["status", states, t("Status")], ["clock", clocks, t("Clock")]].map(([name, choices, label]) => {
    const choice = select(name, choices, "");
    choice.setAttribute("aria-label", label);
    return on(choice, "change", () => {
      model.filter[name] = choice.value;
      changed();
    });
  });
  return h("div", { class: "filters" }, bar);
}

function renderList(shell, rulesets, model, { list, empty, more }) {
  const games = [...model.games.values()].sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  const held = new Set(heldGames());
  show(list, [shell.lang, games, [...held]], games.map((game) => row(shell, rulesets, game, held.has(game.id))));
  empty.textContent = games.length ? "" : shell.t("No game has been set up yet.");
  more.hidden = model.next === null;
}

function row(shell, rulesets, game, mine) {
  const { t, lang } = shell;
  const people = game.seats.map((seat) => h("span", { class: `who seat-${seat.seat}${seat.name ? "" : " free"}` }, person(t, seat)));
  return h("li", { class: "card table-row", "data-game": game.id }, [
    emblem(game.ruleset),
    h("div", { class: "table-what" }, [
      pageLink(`/games/${game.id}`, rulesetName(rulesets, game.ruleset, lang), { class: "table-name" }),
      h("div", { class: "people" }, people),
    ]),
    h("span", { class: "table-pills" }, [h("span", { class: `pill status-${game.status}` }, t(game.status)), game.clock && clockPill(t, game.clock.terms)]),
    h("span", { class: "muted table-when" }, [isOver(game) && hidesResults() ? "" : `${t("version {n}", { n: game.version })} · `, when(game.updated_at, lang)]),
    pageLink(`/games/${game.id}`, doing(t, game, mine), { class: "btn" }),
  ]);
}

/** Other public games under a person's name are one click away. */
function person(t, { name, bot }) {
  if (!name || bot) return name ?? t("free");
  return pageLink(playerAddress(name), name, { class: "who-name" });
}

function doing(t, game, mine) {
  const seated = mine && Object.keys(tokensOf(game.id)).some((role) => role.startsWith("seat:"));
  if (seated && game.status === "playing") return t("Play on");
  if (game.status === "waiting") return t("Take a seat");
  return game.status === "playing" ? t("Watch") : t("Replay");
}

function when(time, lang) {
  return new Date(time).toLocaleString(lang === "en" ? undefined : lang, { dateStyle: "short", timeStyle: "short" });
}
