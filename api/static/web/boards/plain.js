// The board of a ruleset without its own: its view as lists and tables, and a button for each legal
// action. Texts come from the service: labels with the actions, names of fields with the ruleset. So do its hints, which
// define what to show as cards, hands, piles, grids and tracks.
import { h } from "./parts/dom.js";
import { board } from "./parts/stage.js";

export const mount = board({ name: "plain", draw, tokens: () => null });

function draw(ui) {
  const table = h("section", { class: "kb-panel", "aria-label": ui.t("What lies on the table") }, fields(ui, inside(ui.view)));
  return { main: [table, moves(ui)] };
}

/** A button for each legal action. */
function moves(ui) {
  return ui.legal.length > 0 && h("div", { class: "plain-moves", role: "group", "aria-label": ui.t("Actions") }, ui.legal.map((action) => ui.actionButton(action)));
}

/** A view with a single member needs no heading for it. */
function inside(view) {
  const values = Object.values(view);
  return values.length === 1 && isObject(values[0]) ? values[0] : view;
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isRow = (value) => isObject(value) && Object.values(value).every((one) => !isDeep(one) || (Array.isArray(one) && !one.some(isDeep)));
const isDeep = (value) => value !== null && typeof value === "object";

/** The name of a field in the reader's language. */
function named(ui, name) {
  return ui.text(ui.state.ruleset.view_words?.[name] ?? name.replace(/_/g, " "));
}

function fields(ui, object) {
  const pairs = Object.entries(object).map(([name, value]) => h("div", { class: "plain-field" }, h("dt", {}, named(ui, name)), h("dd", {}, render(ui, value, name))));
  return h("dl", { class: "plain-fields" }, pairs);
}

function render(ui, value, name) {
  const hinted = HINTED[ui.state.ruleset.view_hints?.[name]]?.(ui, value, name);
  return hinted ?? plainly(ui, value, name);
}

function plainly(ui, value, name) {
  if (Array.isArray(value)) return listed(ui, value, name);
  return isObject(value) ? fields(ui, value) : word(ui, value, name, "nothing");
}

function listed(ui, values, name) {
  if (values.length === 0) return word(ui, null, name, "nothing");
  if (values.every(isRow)) return table(ui, values);
  if (values.some(isDeep)) return h("ol", { class: "plain-list" }, values.map((value) => h("li", {}, render(ui, value, name))));
  return h("ul", { class: "plain-chips" }, values.map((value) => h("li", { class: "kb-pill" }, word(ui, value, name, "unknown"))));
}

/** Flat objects of one kind as a table: a row each, a column for every field that any of them has. */
function table(ui, rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const head = h("tr", {}, names.map((name) => h("th", { scope: "col" }, named(ui, name))));
  const body = rows.map((row) => h("tr", {}, names.map((name) => h("td", {}, name in row && render(ui, row[name], name)))));
  return h("div", { class: "plain-scroll", "data-scroll": names.join() }, h("table", {}, h("thead", {}, head), h("tbody", {}, body)));
}

/** Renderers by hint: each returns nothing for data that does not fit, which is then shown plainly. */
const HINTED = { cards: row("plain-cards"), hand: row("plain-cards plain-hand"), pile, grid, track };

const isFlat = (value) => Array.isArray(value) && value.length > 0 && !value.some(isDeep);

/** A row of cards, or a single card. */
function row(className) {
  return (ui, value, name) => {
    if (isFlat(value)) return h("ul", { class: className }, value.map((one) => h("li", { class: "plain-card" }, word(ui, one, name, "unknown"))));
    return value === null || value === undefined || isDeep(value) ? null : h("span", { class: "plain-card" }, word(ui, value, name, "unknown"));
  };
}

/** The uppermost card, and the number of cards. */
function pile(ui, value, name) {
  if (!isFlat(value)) return null;
  const top = h("span", { class: "plain-card plain-top" }, word(ui, value[0], name, "unknown"));
  return h("div", { class: "plain-pile" }, top, h("span", {}, ui.t("In the pile: {n}", { n: value.length })));
}

function grid(ui, value, name) {
  if (!Array.isArray(value) || !value.length || !value.every(isFlat)) return null;
  const rows = value.map((cells) => h("tr", {}, cells.map((cell) => h("td", {}, word(ui, cell, name, "nothing")))));
  return h("div", { class: "plain-scroll", "data-scroll": name }, h("table", { class: "plain-grid", "aria-label": named(ui, name) }, h("tbody", {}, rows)));
}

function track(ui, value, name) {
  if (!isFlat(value)) return null;
  const space = (one, n) => h("li", {}, h("span", { class: "plain-number" }, String(n + 1)), h("span", {}, word(ui, one, name, "nothing")));
  return h("ol", { class: "plain-track" }, value.map(space));
}

const SIGNS = { nothing: "–", unknown: "?" };

/** A single value; `missing` is the text for null. A seat is shown by its player's name. */
function word(ui, value, name, missing) {
  if (value === null || value === undefined) return [h("span", { "aria-hidden": "true" }, SIGNS[missing]), h("span", { class: "vh" }, ui.t(missing))];
  if (typeof value === "boolean") return ui.t(value ? "yes" : "no");
  return name === "seat" && Number.isInteger(value) ? ui.name(value) : String(value);
}
