// A game as one row: the game, its players, its status for the viewer.
import { countdown, runsOut } from "../clock/countdowns.js";
import { h, pageLink } from "../ui.js";
import { emblem } from "../emblems.js";
import { mark } from "../guests.js";
import { gameAddress } from "../game/links.js";
import { result } from "../spoilers.js";
import { isOver, namesOf, rulesetName, seatOf } from "../standings.js";

/** `game` = {id, doc, role}; `tools` are shown at the end. */
export function gameRow(shell, rulesets, { id, doc, role }, tools = []) {
  const { t, lang } = shell;
  const seat = seatOf(role);
  const mine = doc.status === "playing" && doc.to_act.includes(seat);
  const address = gameAddress(id, seat === null ? null : role);
  return h("li", { class: `card table-row my-row${mine ? " my-turn" : ""}`, "data-game": id }, [
    emblem(doc.ruleset),
    h("div", { class: "table-what" }, [
      pageLink(address, rulesetName(rulesets, doc.ruleset, lang), { class: "table-name" }),
      h("div", { class: "people" }, doc.seats.map((one) => person(t, one, seat))),
    ]),
    h("span", { class: "my-state" }, [h("span", { class: "my-said" }, stands(t, doc, seat)), countdown(t, runsOut(doc, seat)), h("small", { class: "muted" }, when(doc.updated_at, lang))]),
    h("span", { class: "my-tools" }, [pageLink(address, does(t, doc, mine, seat), { class: mine ? "btn primary" : "btn" }), tools]),
  ]);
}

function person(t, one, own) {
  const { seat, name } = one;
  return h("span", { class: `who seat-${seat}${name ? "" : " free"}` }, name ?? t("free"), mark(t, one), seat === own && h("span", { class: "pill" }, t("you")));
}

/** What happens in a game, for somebody at `seat` (null for others). */
export function stands(t, doc, seat) {
  const { outcome, status, to_act: toAct } = doc;
  if (outcome) return result(t, "Show the result", h("span", {}, ended(t, doc, seat)));
  if (status === "playing" && toAct.includes(seat)) return t("Your turn.");
  if (status === "playing" && toAct.length > 0) return t("To act: {names}", { names: namesOf(t, doc.seats, toAct) });
  if (status === "waiting") return t("Free seats: {n}", { n: doc.seats.filter(({ name }) => name === null).length });
  return t(status);
}

function ended(t, doc, seat) {
  const { winners } = doc.outcome;
  if (winners.length === 0) return t("Nobody won");
  if (winners.includes(seat)) return winners.length === 1 ? t("You won") : t("You won, with others");
  return t("Won by: {names}", { names: namesOf(t, doc.seats, winners) });
}

function does(t, doc, mine, seat) {
  if (mine) return t("Play");
  if (isOver(doc)) return t("Replay");
  return t(doc.status === "waiting" || seat === null ? "Open" : "View game");
}

function when(time, lang) {
  return new Date(time).toLocaleString(lang === "en" ? undefined : lang, { dateStyle: "medium", timeStyle: "short" });
}

/** A game whose tokens are no longer valid. */
export function unreadableRow({ t }, { id, problem }, tools) {
  return h("li", { class: "card table-row my-row", "data-game": id }, [
    emblem(""),
    h("div", { class: "table-what" }, [pageLink(`/games/${id}`, t("A game"), { class: "table-name" }), h("div", { class: "muted" }, problem ? gone(t, problem) : t("Reading…"))]),
    h("span", {}),
    h("span", { class: "my-tools" }, tools),
  ]);
}

function gone(t, { kind }) {
  return kind === "not-found" ? t("It was deleted, or hidden.") : t("You play it on another device now, or somebody else does in your place.");
}
