// The board of a ruleset without its own: its view as lists and tables, and a button for each legal
// action. Texts come from the service: labels with the actions, names of fields with the ruleset. So do its hints, which
// define what to show as cards, hands, piles, grids and tracks.
import { h } from "./parts/dom.js";
import { board } from "./parts/stage.js";

export const mount = board({ name: "plain", draw, tokens: () => null });

function draw(ui) {
  const table = h("section", { class: "kb-panel", "aria-label": ui.t("What lies on the table") }, fields(ui, ...inside(ui.view)));
  return { main: [table, moves(ui)] };
}

/** A button for each legal action. */
function moves(ui) {
  return ui.legal.length > 0 && h("div", { class: "plain-moves", role: "group", "aria-label": ui.t("Actions") }, ui.legal.map((action) => ui.actionButton(action)));
}

/** What to show of a view, and its place: a single member needs no heading. */
function inside(view) {
  const [[name, value], ...more] = [...Object.entries(view), []];
  return more.length === 1 && isObject(value) ? [value, `view:${name}`] : [view, "view"];
}

const PLACE = /^[a-z-]+(:[A-Za-z0-9_-]+)*$/;

/** The longest name of a place (`LONGEST_PLACE` of the service). */
const LONGEST = 64;

/** What makes an element a place between which arrows are drawn: its path in the view, as a name and in words. */
function thing(ui, place) {
  if (!PLACE.test(place) || place.length > LONGEST) return {};
  const words = place.split(":").slice(1).map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : named(ui, part)));
  return { "data-thing": place, "data-called": words.join(" › ") };
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isRow = (value) => isObject(value) && Object.values(value).every((one) => !isDeep(one) || (Array.isArray(one) && !one.some(isDeep)));
const isDeep = (value) => value !== null && typeof value === "object";

/** The name of a field in the reader's language. */
function named(ui, name) {
  return ui.text(ui.state.ruleset.view_words?.[name] ?? name.replace(/_/g, " "));
}

function fields(ui, object, at) {
  const pairs = Object.entries(object).map(([name, value]) => {
    const place = `${at}:${name}`;
    return h("div", { class: "plain-field", ...thing(ui, place) }, h("dt", {}, named(ui, name)), h("dd", {}, render(ui, value, name, place)));
  });
  return h("dl", { class: "plain-fields" }, pairs);
}

/** `at` is the place of the value. */
function render(ui, value, name, at) {
  const hinted = HINTED[ui.state.ruleset.view_hints?.[name]]?.(ui, value, name, at);
  return hinted ?? plainly(ui, value, name, at);
}

function plainly(ui, value, name, at) {
  if (Array.isArray(value)) return listed(ui, value, name, at);
  return isObject(value) ? fields(ui, value, at) : word(ui, value, name, "nothing");
}

function listed(ui, values, name, at) {
  if (values.length === 0) return word(ui, null, name, "nothing");
  if (values.every(isRow)) return table(ui, values, at);
  if (values.some(isDeep)) return h("ol", { class: "plain-list" }, values.map((value, n) => h("li", thing(ui, `${at}:${n}`), render(ui, value, name, `${at}:${n}`))));
  return h("ul", { class: "plain-chips" }, values.map((value, n) => h("li", { class: "kb-pill", ...thing(ui, `${at}:${n}`) }, word(ui, value, name, "unknown"))));
}

/** Flat objects of one kind as a table: a row each, a column for every field that any of them has. */
function table(ui, rows, at) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const head = h("tr", {}, names.map((name) => h("th", { scope: "col" }, named(ui, name))));
  const body = rows.map((row, n) => h("tr", thing(ui, `${at}:${n}`), names.map((name) => cell(ui, row, name, `${at}:${n}:${name}`))));
  return h("div", { class: "plain-scroll", "data-scroll": names.join() }, h("table", {}, h("thead", {}, head), h("tbody", {}, body)));
}

const cell = (ui, row, name, at) => (name in row ? h("td", thing(ui, at), render(ui, row[name], name, at)) : h("td", {}));

/** Renderers by hint: each returns nothing for data that does not fit, which is then shown plainly. */
const HINTED = { cards: row("plain-cards"), hand: row("plain-cards plain-hand"), pile, grid, track };

const isFlat = (value) => Array.isArray(value) && value.length > 0 && !value.some(isDeep);

/** A row of cards, or a single card. */
function row(className) {
  return (ui, value, name, at) => {
    if (isFlat(value)) return h("ul", { class: className }, value.map((one, n) => h("li", { class: "plain-card", ...thing(ui, `${at}:${n}`) }, word(ui, one, name, "unknown"))));
    return value === null || value === undefined || isDeep(value) ? null : h("span", { class: "plain-card" }, word(ui, value, name, "unknown"));
  };
}

/** The uppermost card, and the number of cards; of an empty pile only that. */
function pile(ui, value, name) {
  if (!Array.isArray(value) || value.some(isDeep)) return null;
  const top = value.length > 0 && h("span", { class: "plain-card plain-top" }, word(ui, value[0], name, "unknown"));
  return h("div", { class: "plain-pile" }, top, h("span", {}, ui.t("In the pile: {n}", { n: value.length })));
}

function grid(ui, value, name, at) {
  if (!Array.isArray(value) || !value.length || !value.every(isFlat)) return null;
  const rows = value.map((cells, n) => h("tr", {}, cells.map((one, m) => h("td", thing(ui, `${at}:${n}:${m}`), word(ui, one, name, "nothing")))));
  return h("div", { class: "plain-scroll", "data-scroll": name }, h("table", { class: "plain-grid", "aria-label": named(ui, name) }, h("tbody", {}, rows)));
}

function track(ui, value, name, at) {
  if (!isFlat(value)) return null;
  const space = (one, n) => h("li", thing(ui, `${at}:${n}`), h("span", { class: "plain-number" }, String(n + 1)), h("span", {}, word(ui, one, name, "nothing")));
  return h("ol", { class: "plain-track" }, value.map(space));
}

const SIGNS = { nothing: "–", unknown: "?" };

/** A single value; `missing` is the text for null. A seat is shown by its player's name. */
function word(ui, value, name, missing) {
  if (value === null || value === undefined) return [h("span", { "aria-hidden": "true" }, SIGNS[missing]), h("span", { class: "vh" }, ui.t(missing))];
  if (typeof value === "boolean") return ui.t(value ? "yes" : "no");
  return name === "seat" && Number.isInteger(value) ? ui.name(value) : String(value);
}
