// The public tournaments, and those of this browser.
import { clockPill } from "../clock/terms.js";
import { button, h, pageLink } from "../ui.js";
import { get } from "../api.js";
import { emblem } from "../emblems.js";
import { loadStyle } from "../boards/parts/dom.js";
import { CUP_STATUS, heldCups, readCup } from "../cups.js";
import { rulesetName } from "../standings.js";

export async function open(root, shell) {
  const { t } = shell;
  shell.title(t("Tournaments"));
  const [rulesets, mine, first] = await Promise.all([shell.rulesets.all(), ownCups(), get("/v1/tournaments"), loadStyle("../places/places.css")]);
  const own = new Set(mine.map(({ id }) => id));
  const others = h("ul", { class: "games", id: "tournaments" });
  const empty = h("p", { class: "muted" }, t("Nobody has created a public tournament yet."));
  const more = button(t("More tournaments"), () => shell.attempt(async () => add(await get(`/v1/tournaments?cursor=${model.next}`))), { class: "btn quiet" });
  const model = { next: null };
  const add = (page) => {
    others.append(...page.tournaments.filter(({ id }) => !own.has(id)).map((cup) => row(shell, rulesets, cup)));
    model.next = page.next;
    more.hidden = page.next === null;
    empty.hidden = others.childElementCount > 0;
  };
  add(first);
  root.append(h("div", {}, [
    h("div", { class: "places-head with-tools" }, [
      h("div", {}, [h("h1", {}, t("Tournaments")), h("p", { class: "muted" }, t("Several games of the same players, one after the other; the points of all count."))]),
      pageLink("/tournaments/new", t("New tournament"), { class: "btn primary" }),
    ]),
    mine.length > 0 && h("section", { class: "my-group" }, [h("h2", {}, t("Mine")), h("ul", { class: "games" }, mine.map((cup) => row(shell, rulesets, cup)))]),
    h("section", { class: "my-group" }, [h("h2", {}, t("Everybody's")), others, empty, more]),
  ]));
  return null;
}

async function ownCups() {
  const found = await Promise.all(heldCups().reverse().map((id) => readCup(id).catch(() => null)));
  return found.filter(Boolean);
}

function row({ t, lang }, rulesets, { id, ruleset, status, seats, games_total: total, clock }) {
  const name = rulesetName(rulesets, ruleset, lang);
  return h("li", { class: "card table-row cup-row", "data-cup": id }, [
    emblem(ruleset),
    h("div", { class: "table-what" }, [
      pageLink(`/tournaments/${id}`, name, { class: "table-name" }),
      h("div", { class: "people" }, seats.map((one) => h("span", { class: `who seat-${one.seat}${one.name ? "" : " free"}` }, one.name ?? t("free")))),
    ]),
    h("span", { class: "table-pills" }, [h("span", { class: `pill status-${status}` }, t(CUP_STATUS[status])), clock && clockPill(t, clock)]),
    h("span", { class: "muted" }, t("Games: {n}", { n: total })),
    pageLink(`/tournaments/${id}`, t("Open"), { class: "btn" }),
  ]);
}
