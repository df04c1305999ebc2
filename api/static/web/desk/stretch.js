// The disputed events: the board at each version, the events in sentences, and why each of them happened.
import { button, h, on, show } from "../ui.js";
import { get } from "../api.js";
import { said } from "../i18n.js";
import { citations } from "./texts.js";
import { citation } from "../game/clauses.js";

/**
 * {node, goTo(version)}: `row` shows the boards at a version; `within` includes the one at which the first disputed action was chosen.
 */
export function stretchView(shell, { source, clauses, about, within, frames, row }) {
  const { t } = shell;
  const first = Math.max(1, Math.min(within.from, about.from - 1));
  const state = { version: about.from, turn: 0 };
  const range = h("input", { type: "range", id: "case-scrub", min: first, max: about.to, step: 1, value: about.from, "aria-label": t("Version") });
  const where = h("output", { class: "where", id: "case-where" });
  const details = h("div", { class: "case-event", id: "case-event" });
  const list = h("ol", { class: "moves case-moves", id: "case-moves" }, frames.slice(about.from - 1, about.to).map((frame) => line(shell, clauses, frame, goTo)));
  on(range, "input", () => goTo(range.valueAsNumber));
  const step = (label, sign, by) => button(sign, () => goTo(state.version + by), { class: "btn small", "aria-label": label, title: label });

  async function goTo(version) {
    const turn = ++state.turn;
    state.version = Math.min(Math.max(first, version), about.to);
    range.value = String(state.version);
    where.textContent = t("version {n}", { n: state.version });
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.querySelector(`[data-version="${state.version}"]`)?.setAttribute("aria-current", "step");
    await shell.attempt(async () => {
      const [argument] = await Promise.all([argumentOf(state.version), row.look(state.version)]);
      if (turn === state.turn) tell(state.version, argument);
    });
  }

  const argumentOf = (version) => get(`${source.path}/explanations/${version}`, { token: source.token });

  function tell(version, { steps }) {
    const { text } = frames[version - 1];
    range.setAttribute("aria-valuetext", text);
    const before = version < about.from ? t("Before the stretch:") : null;
    show(details, [shell.lang, version, text, steps], [
      h("p", { class: "case-sentence" }, before && h("span", { class: "muted" }, before, " "), text),
      steps.length > 0 && h("ol", { class: "argument", "aria-label": t("Why so") }, steps.map((one) => argumentStep(shell, clauses, one))),
    ]);
  }

  const node = h("div", { class: "stretch" }, [
    h("div", { class: "row case-scrubber" }, [step(t("One step back (left arrow)"), "◀", -1), range, step(t("One step on (right arrow)"), "▶", 1), where]),
    details,
    row.node,
    h("h3", {}, t("What happened there")),
    list,
  ]);
  return { node, goTo };
}

function argumentStep(shell, clauses, { clause, text }) {
  return h("li", {}, [said(text, shell.lang), " ", citation(shell, clauses, clause)]);
}

function line(shell, clauses, { version, text, rules, marks }, goTo) {
  const go = button([h("span", { class: "at" }, version), h("span", { class: "text" }, text)], () => goTo(version), { class: "move-go" });
  const back = marks.includes("taken-back");
  return h("li", { class: `move${back ? " is-taken-back" : ""}`, "data-version": version }, [
    go,
    back && h("span", { class: "mark" }, shell.t("taken back")),
    citations(shell, clauses, rules),
  ]);
}
