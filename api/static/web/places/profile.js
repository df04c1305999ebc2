// The public page of an account: since when, its results by game, its public games.
import { get } from "../api.js";
import { loadStyle } from "../boards/parts/dom.js";
import { rulesetName } from "../standings.js";
import { button, h, pageLink } from "../ui.js";
import { peopleAddress, playerAddress } from "./addresses.js";
import { gameRow } from "./gamerow.js";

const PAGE = 20;

export async function open(root, shell, { name }) {
  const { t } = shell;
  const path = `/v1/accounts/${name}`;
  await Promise.all(["../places/places.css", "../account/account.css"].map(loadStyle));
  const [rulesets, account] = await Promise.all([shell.rulesets.all(), get(path).catch(nobody)]);
  const said = account?.name ?? decodeURIComponent(name);
  shell.title(said);
  if (!account) {
    root.append(unknown(t, said));
    return null;
  }
  const games = await gamesOf(shell, rulesets, path);
  root.append(head(shell, account), results(shell, rulesets, account), games);
  return null;
}

function nobody(problem) {
  if (problem.kind !== "not-found") throw problem;
  return null;
}

function unknown(t, name) {
  return h("section", { class: "card door", id: "nobody" }, [
    h("h1", {}, name),
    h("p", {}, t("No account has this name.")),
    h("div", { class: "bar" }, pageLink(playerAddress(name), t("Games under this name"), { class: "btn" })),
  ]);
}

function head({ t, lang }, { name, since, bot, owner }) {
  return h("div", { class: "places-head" }, [
    h("div", { class: "profile-head" }, h("h1", {}, name), bot && h("span", { class: "pill" }, t("bot"))),
    h("p", { class: "muted" }, [
      t("Here since {date}", { date: new Date(since).toLocaleDateString(lang === "en" ? "en-GB" : lang, { dateStyle: "long" }) }),
      owner && [" · ", t("Bot of"), " ", pageLink(peopleAddress(owner.name), owner.name)],
    ]),
  ]);
}

function results({ t, lang }, rulesets, { rulesets: rows }) {
  if (rows.length === 0) return "";
  return h("section", { class: "card", "aria-label": t("Results") }, [
    h("h2", {}, t("Results")),
    h("table", { class: "figures" }, [
      h("thead", {}, h("tr", {}, ["Game", "Games played", "Won"].map((title) => h("th", { scope: "col" }, t(title))))),
      h("tbody", {}, rows.map(({ ruleset, games, won }) => h("tr", {}, h("th", { scope: "row" }, rulesetName(rulesets, ruleset, lang)), h("td", {}, games), h("td", {}, won)))),
    ]),
  ]);
}

async function gamesOf(shell, rulesets, path) {
  const { t } = shell;
  const list = h("ul", { class: "games", id: "profile-games" });
  const empty = h("p", { class: "muted", role: "status" });
  let cursor = null;
  const more = button(t("More games"), () => shell.attempt(add), { class: "btn quiet" });
  async function add() {
    const page = await get(`${path}/games?${new URLSearchParams({ limit: String(PAGE), ...(cursor && { cursor }) })}`);
    list.append(...page.games.map((doc) => gameRow(shell, rulesets, { id: doc.id, doc, role: "spectator" })));
    cursor = page.next;
    more.hidden = cursor === null;
    empty.textContent = list.childElementCount ? "" : t("No public game yet.");
  }
  await add();
  return h("section", { class: "my-group", "aria-label": t("Public games") }, [h("h2", {}, t("Public games")), list, empty, more]);
}
