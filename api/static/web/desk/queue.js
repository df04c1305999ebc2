// A queue of cases and judge calls, with filters. What is due first stands first, what is over stands last.
import { field, h, on, select, show } from "../ui.js";
import { rulesetName } from "../standings.js";
import { queueRow } from "./queuerow.js";
import { OPEN, STATES } from "./texts.js";

const MINUTE = 60_000;
const DUE_WITHIN = [15, 60, 24 * 60];
/** How often the remaining times are shown anew. */
const AGAIN = 30_000;

export const keyOf = ({ kind, game, number }) => (kind === "call" ? `${game}/call-${number}` : `${game}/${number}`);

/** Whether somebody has to do something about a row. */
export const isOpen = ({ kind, state }) => (kind === "call" ? state === "open" : OPEN.includes(state));

/** Open calls, what is due, calls that only wait to be closed by their seats, and what is over. */
function rank({ kind, state, due_at: due }) {
  if (kind === "call") return state === "open" ? 0 : 2;
  return due ? 1 : 3;
}

function inOrder(a, b) {
  const [first, second] = [rank(a), rank(b)];
  if (first !== second) return first - second;
  if (first === 1) return a.due_at.localeCompare(b.due_at);
  return first === 0 ? a.opened_at.localeCompare(b.opened_at) : b.updated_at.localeCompare(a.updated_at);
}

/**
 * {node, put(rows), replace(rows), waiting(), end()}: `put` adds or replaces single rows; `waiting` counts the open ones.
 * `tools(row)` are shown at the end of a row, `address(row)` is where it leads.
 */
export function queue(shell, rulesets, { id, title, none, address, tools = () => [] }) {
  const { t } = shell;
  const rows = new Map();
  const list = h("ul", { class: "games queue", id });
  const count = h("span", { class: "my-count", "data-waiting": id });
  const empty = h("p", { class: "muted", role: "status" }, none);
  const filters = filterBar(shell, rulesets, () => render());
  const waiting = () => [...rows.values()].filter(isOpen).length;
  const render = () => {
    const seen = [...rows.values()].filter(filters.matches).sort(inOrder);
    count.textContent = String(waiting());
    count.hidden = waiting() === 0;
    empty.hidden = seen.length > 0;
    empty.textContent = rows.size > 0 ? t("Nothing matches these filters.") : none;
    filters.offer([...rows.values()]);
    show(list, [shell.lang, seen, Math.round(Date.now() / AGAIN)], seen.map((row) => queueRow(shell, rulesets, row, { address, tools })));
  };
  const put = (news) => {
    for (const row of news) {
      if (row.state === "closed") rows.delete(keyOf(row));
      else rows.set(keyOf(row), row);
    }
    render();
  };
  const replace = (all) => {
    rows.clear();
    put(all);
  };
  const timer = setInterval(render, AGAIN);
  render();
  const node = h("section", { class: "case-list", "aria-label": title }, h("h2", {}, title, " ", count), filters.node, list, empty);
  return { node, put, replace, waiting, end: () => clearInterval(timer) };
}

/** {node, matches(row), offer(rows)}: `offer` lists the referees who have something in the rows. */
function filterBar(shell, rulesets, changed) {
  const { t, lang } = shell;
  const all = ["", t("all")];
  const status = select("status", [all, ["open", t("not settled yet")], ...Object.entries(STATES).map(([state, text]) => [`is ${state}`, t(text)])], "");
  const ruleset = select("ruleset", [all, ...rulesets.map((one) => [one.id, rulesetName(rulesets, one.id, lang)])], "");
  const referee = select("referee", [all], "");
  const due = select("due", [all, ...DUE_WITHIN.map((minutes) => [String(minutes), t("{n} minutes", { n: minutes })])], "");
  const clause = h("input", { name: "clause", autocomplete: "off", spellcheck: "false" });
  const tests = {
    status: (row, wanted) => (wanted === "open" ? isOpen(row) : row.state === wanted.slice(3)),
    ruleset: (row, wanted) => row.ruleset === wanted,
    referee: (row, wanted) => (wanted === "nobody" ? row.referee === null : refereeIn(row) === wanted),
    due: (row, wanted) => row.due_at !== null && Date.parse(row.due_at) < Date.now() + Number(wanted) * MINUTE,
    clause: (row, wanted) => row.clauses.some((one) => one.startsWith(wanted)),
  };
  const controls = { status, ruleset, referee, due, clause };
  const matches = (row) => Object.entries(controls).every(([name, { value }]) => value.trim() === "" || tests[name](row, value.trim()));
  const offer = (rows) => {
    const names = [...new Set(rows.map(refereeIn).filter(Boolean))].sort();
    show(referee, [lang, names], [all, ["nobody", t("nobody yet")], ...names.map((name) => [name, name])].map(([value, label]) => h("option", { value, selected: value === referee.value }, label)));
  };
  const labels = { status: t("State"), ruleset: t("Game"), referee: t("Who has it"), due: t("Due within"), clause: t("Clause") };
  const node = h("details", { class: "queue-filters" }, h("summary", {}, t("Filters")), h("div", { class: "row" }, Object.entries(controls).map(([name, control]) => field(labels[name], control))));
  on(node, "input", changed);
  return { node, matches, offer };
}

/** The name of the referee who has a row, or the number of one without a name; null for nobody. */
const refereeIn = ({ referee, names }) => (referee === null ? null : (names.referees[referee] ?? String(referee)));
