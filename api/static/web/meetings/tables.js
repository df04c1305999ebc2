// The tables and tournaments of a meeting.
import { mark } from "../guests.js";
import { h, pageLink } from "../ui.js";
import { emblem } from "../emblems.js";
import { CUP_STATUS } from "../cups.js";
import { gameAddress } from "../game/links.js";
import { rulesetName } from "../standings.js";

/** `tools(game)` are shown at the end of a table's row; an organiser may add tables and tournaments. */
export function tablesOf(shell, rulesets, { id, tables, tournaments }, { organiser, tools }) {
  const { t } = shell;
  const table = ({ id: game, ruleset, status, seats }) => row(shell, rulesets, { href: gameAddress(game), ruleset, status: t(status), seats, key: { "data-game": game }, tools: status === "playing" ? tools(game) : [] });
  const cup = ({ id: one, ruleset, status, seats }) => row(shell, rulesets, { href: `/tournaments/${one}`, ruleset, status: t(CUP_STATUS[status] ?? status), seats, key: { "data-cup": one }, tools: [] });
  return h("section", { class: "case-list", "aria-label": t("Tables") }, [
    h("div", { class: "places-head with-tools" }, [
      h("h2", {}, t("Tables")),
      organiser && h("div", { class: "row" }, [
        pageLink(`/new?meeting=${id}`, t("New game"), { class: "btn", "data-do": "new-table" }),
        pageLink(`/tournaments/new?meeting=${id}`, t("New tournament"), { class: "btn", "data-do": "new-cup" }),
      ]),
    ]),
    tables.length + tournaments.length === 0 && h("p", { class: "muted" }, t("There are no tables yet.")),
    h("ul", { class: "games", id: "meeting-tables" }, tournaments.map(cup), tables.map(table)),
  ]);
}

function row({ t, lang }, rulesets, { href, ruleset, status, seats, key, tools }) {
  return h("li", { class: "card case-row", ...key }, [
    emblem(ruleset),
    h("div", {}, [
      pageLink(href, rulesetName(rulesets, ruleset, lang), { class: "table-name" }),
      h("p", { class: "people" }, seats.map((one) => h("span", { class: `who seat-${one.seat}${one.name ? "" : " free"}` }, one.name ?? t("free"), mark(t, one)))),
    ]),
    h("span", { class: "queue-tools" }, h("span", { class: "pill" }, status), tools),
  ]);
}
