// The disputed events: the board at each version, the events in sentences, and why each of them happened.
import { button, h, show } from "../ui.js";
import { get } from "../api.js";
import { said } from "../i18n.js";
import { citations } from "./texts.js";
import { citation } from "../game/clauses.js";
import { speed } from "../game/pace.js";
import { createPlayhead } from "../theatre/playhead.js";
import { theatre } from "../theatre/theatre.js";

/**
 * {node, goTo(version)}: `row` shows the boards at a version; `within` includes the one at which the first disputed action was chosen.
 */
export function stretchView(shell, { source, clauses, about, within, doc: whole, frames, row }) {
  const { t } = shell;
  const first = Math.max(1, Math.min(within.from, about.from - 1));
  const details = h("div", { class: "case-event", id: "case-event" });
  const list = h("ol", { class: "moves case-moves", id: "case-moves" }, frames.slice(about.from - 1, about.to).map((frame) => line(shell, clauses, frame, goTo)));
  const playhead = createPlayhead({ events: source.events, stateAt: async () => null }, { changed: look, speed, first });
  const replay = theatre(t, playhead, { end: t("To the end (End)"), picture: () => null });
  /** What the theatre knows of the game: it ends with the stretch. */
  const now = { doc: { ...whole, version: about.to, status: "finished" }, frames: frames.slice(0, about.to), chapters: [] };
  let shown = 0;

  function goTo(version) {
    return playhead.head.now ? playhead.goTo(version) : playhead.news(now, version);
  }

  function look(head) {
    replay.update(head);
    if (head.version === shown) return;
    shown = head.version;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    list.querySelector(`[data-version="${shown}"]`)?.setAttribute("aria-current", "step");
    void shell.attempt(async () => {
      const [argument] = await Promise.all([argumentOf(head.version), row.look(head.version)]);
      if (head.version === shown) tell(shown, argument);
    });
  }

  const argumentOf = (version) => get(`${source.path}/explanations/${version}`, { token: source.token });

  function tell(version, { steps }) {
    show(details, [shell.lang, version, steps], [
      version < about.from && h("p", { class: "muted" }, t("Before the stretch")),
      steps.length > 0 && h("ol", { class: "argument", "aria-label": t("Why so") }, steps.map((one) => argumentStep(shell, clauses, one))),
    ]);
  }

  const node = h("div", { class: "stretch" }, [row.node, replay.node, details, h("h3", {}, t("What happened there")), list]);
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
