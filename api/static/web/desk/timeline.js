// The timeline: server times, the thinking time of each seat, who learned which hidden place.
import { h, on, show } from "../ui.js";
import { said } from "../i18n.js";
import { learnt } from "./assessment.js";
import { citations, section } from "./texts.js";

/** {node, update(file)}: loaded when it is opened, and again when the game has continued. */
export function timelinePart(shell, desk) {
  const { t } = shell;
  const list = h("ol", { class: "timeline", id: "timeline" });
  const box = h("details", { id: "timeline-box" }, h("summary", {}, t("Every event with its time")), list);
  const state = { version: 0, read: 0 };
  const read = () => shell.attempt(async () => {
    if (!box.open || state.read === state.version) return;
    state.read = state.version;
    const { moments } = await desk.read("/timeline");
    show(list, [shell.lang, moments], moments.map((moment) => line(shell, desk, moment)));
  });
  on(box, "toggle", read);
  const update = ({ doc }) => {
    state.version = doc.game_version;
    read();
  };
  return { node: section(t("Timeline"), {}, box), update };
}

function line(shell, desk, { version, at, think_ms: thought, text, rules, disputed, taken_back: back, known }) {
  const { t, lang } = shell;
  const time = new Date(at).toLocaleTimeString(lang === "en" ? undefined : lang);
  const { seats } = desk.now().doc;
  return h("li", { value: version, class: `moment${disputed ? " disputed" : ""}${back ? " is-taken-back" : ""}`, "data-version": version }, [
    h("time", { datetime: at, class: "muted" }, time),
    " ",
    h("span", { class: "text" }, said(text, lang)),
    thought !== null && h("small", { class: "muted" }, " ", t("(after {n} seconds)", { n: Math.round(thought / 1000) })),
    back && h("small", { class: "mark" }, " ", t("taken back")),
    known.length > 0 && h("small", { class: "muted" }, " ", t("Became known: {places}", { places: learnt(t, seats, known) })),
    citations(shell, desk.clauses, rules),
  ]);
}
