// The instruction bar below a board: what is true now, and at its right end the buttons. Its height never changes.
import { h } from "./dom.js";

/** So many buttons have a place in the bar, on a phone with the one to start over; the others are in a list above it. */
const PLACES = 2;

/** `tools` are additional buttons of the board, `detail` describes what is picked. */
export function prompt(ui, { tools = [], detail = null }) {
  const asks = ui.legal.length > 0;
  const words = asks ? h("strong", {}, ui.text(ui.state.prompt)) : !ui.ctx.turn && waiting(ui);
  const said = h("div", { class: "kb-said" }, words && h("p", { class: "kb-question" }, words), detail && h("p", { class: "kb-detail", title: detail }, detail));
  return h("div", { class: `kb-prompt ${asks ? "" : "idle"}` }, ui.ctx.turn, said, bar(ui, tools));
}

function waiting(ui) {
  if (ui.state.status === "finished") return ui.t("The game is over.");
  const names = (ui.state.toAct ?? []).map((seat) => ui.name(seat)).join(", ");
  return names ? ui.t("Waiting for: {names}", { names }) : "";
}

/** Buttons for actions without picks, for completely picked actions, and to start over; the last one is the primary one. */
export function bar(ui, tools) {
  const buttons = [tools, ui.barred.map((action) => ui.actionButton(action))].flat(Infinity).filter(Boolean);
  const clear = ui.picks.length > 0 && ui.localButton("clear", ui.t("Clear selection"), () => ui.clear());
  const group = { class: "kb-bar", role: "group", "aria-label": ui.t("Actions") };
  const places = clear && ui.tall ? PLACES - 1 : PLACES;
  if (buttons.length <= places) return h("div", group, clear, buttons);
  return h("div", group, clear, more(ui, buttons.slice(places)), buttons.slice(0, places));
}

function more(ui, buttons) {
  return h("details", { class: "kb-more" }, h("summary", { class: "btn kb-quiet" }, ui.t("More: {n}", { n: buttons.length })), h("div", { class: "kb-more-list" }, buttons));
}
