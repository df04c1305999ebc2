// The tools above the history: turns, events or chapters; and the search.
import { button, h, on, select, show } from "../../ui.js";
import { seatName } from "../../standings.js";
import { isSought } from "./rows.js";

const MODES = { turns: "Turns", events: "Events", chapters: "Chapters" };
const SOUGHT = { seat: null, clause: "", word: "", since: false };

/** {node, state, update(head, seat, found), everything(), tell(text)}; `tell` replaces the number of results by a sentence; `changed()` is called when `state`, {mode, seat, clause, word, since}, changes. */
export function historyTools({ t }, changed, extra) {
  const state = { mode: "turns", ...SOUGHT };
  let cites = null;
  const set = (part) => {
    Object.assign(state, part);
    settle();
    changed();
  };
  const modes = Object.entries(MODES).map(([mode, label]) => button(t(label), () => set({ mode }), { class: "mode", "data-mode": mode }));
  const word = h("input", { type: "search", placeholder: t("Search the history"), "aria-label": t("Search the history"), class: "history-word" });
  on(word, "input", () => set({ word: word.value.trim() }));
  const seat = labelled(select("history-seat", [], null), t("Seat"));
  on(seat, "change", () => set({ seat: Number(seat.value) || null }));
  const clause = labelled(select("history-clause", [], null), t("Clause"));
  on(clause, "change", () => set({ clause: clause.value }));
  const since = button(t("Since my last turn"), () => set({ since: !state.since }), { class: "btn small quiet", id: "history-since" });
  const everything = () => {
    word.value = "";
    set({ ...SOUGHT, mode: state.mode === "chapters" ? "turns" : state.mode });
  };
  const clear = button(t("Show everything"), () => (everything(), seek.focus()), { class: "btn small quiet", id: "history-clear" });
  const found = h("span", { class: "found muted", role: "status" });
  const panel = h("div", { class: "history-search", id: "history-search", hidden: true }, word, h("div", { class: "row" }, seat, clause), h("div", { class: "row" }, since, extra));
  const sum = h("div", { class: "history-sum row" }, found, clear); // a filter stays visible when the panel is folded
  const seek = button(t("Search"), () => { panel.hidden = !panel.hidden; settle(); if (!panel.hidden) word.focus(); }, { class: "btn small quiet", id: "history-seek", "aria-controls": panel.id });
  const node = h("div", { class: "history-tools" }, h("div", { class: "history-modes", role: "group", "aria-label": t("History") }, modes), seek, panel, sum);

  function settle() {
    for (const one of modes) one.setAttribute("aria-pressed", String(one.dataset.mode === state.mode));
    seek.setAttribute("aria-expanded", String(!panel.hidden));
    since.setAttribute("aria-pressed", String(state.since));
    clear.hidden = !isSought(state);
    for (const [box, value] of [[seat, state.seat ?? ""], [clause, state.clause]]) box.value = String(value);
  }

  function update({ now }, mine, count) {
    const { seats } = now.doc;
    choices(seat, [["", t("All seats")], ...seats.map((one) => [one.seat, seatName(t, seats, one.seat)])]);
    if (now.frames !== cites) choices(clause, [["", t("All clauses")], ...cited(now.frames).map((id) => [id, id])]);
    cites = now.frames;
    since.hidden = mine === null;
    tell(isSought(state) ? t("{n} events found", { n: count }) : "");
    settle();
  }
  const tell = (text) => (found.textContent = text);
  return { node, state, update, everything, tell };
}

function labelled(node, label) {
  node.setAttribute("aria-label", label);
  return node;
}

function choices(node, wanted) {
  show(node, wanted, wanted.map(([value, label]) => h("option", { value }, label)));
}

const cited = (frames) => [...new Set(frames.flatMap(({ rules }) => rules))].sort();
