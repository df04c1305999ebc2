// Statistics of the public games of each ruleset: how many, how long, how they end, which seat wins.
import { h, words } from "../ui.js";
import { get } from "../api.js";
import { said } from "../i18n.js";
import { emblem } from "../emblems.js";
import { loadStyle } from "../boards/parts/dom.js";
import { bars, spread } from "./plots.js";

export async function open(root, shell) {
  const { t } = shell;
  shell.title(t("Statistics"));
  const [rulesets] = await Promise.all([shell.rulesets.all(), loadStyle("../places/places.css")]);
  const found = await Promise.all(rulesets.map(({ id }) => get(`/v1/rulesets/${id}/statistics`)));
  root.append(
    h("div", { class: "places-head" }, [
      h("h1", {}, t("Statistics")),
      h("p", { class: "muted" }, t("Of all public games that were played here.")),
    ]),
    h("div", { class: "stats" }, rulesets.map((ruleset, i) => panel(shell, ruleset, found[i]))),
  );
  return null;
}

function panel({ t, lang }, { id, name }, { games, actions, end_reasons: reasons, ends, wins_by_seat: wins }) {
  const all = Object.values(games).reduce((sum, n) => sum + n, 0);
  const over = games.finished ?? 0;
  return h("section", { class: "card stat", "data-ruleset": id }, [
    h("header", {}, emblem(id), h("div", {}, h("h2", {}, said(name, lang)), h("p", { class: "muted" }, t("Games: {n}", { n: all })))),
    all > 0 && bars(t, t("How they stand"), Object.entries(games).map(([status, n]) => [t(status), n]), all),
    actions && spread(t, t("Length in actions"), actions, { least: t("shortest"), middle: t("in the middle"), most: t("longest") }, over),
    over > 0 && bars(t, t("Wins by seat"), Object.entries(wins).map(([seat, n]) => [t("Seat {n}", { n: seat }), n, `seat-${seat}`]), over, true),
    over > 0 && h("p", { class: "muted" }, t("A game may have several winners or none. The whisker is the range for games to come, from so few: right 19 times in 20.")),
    over > 0 && bars(t, t("How they end"), Object.entries(reasons).map(([reason, n]) => [said(ends[reason], lang) || words(reason), n]), over),
    over === 0 && h("p", { class: "muted" }, t("No game has been finished yet.")),
  ]);
}
