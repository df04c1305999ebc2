// How far back a game can go, and what that would undo: computed by the service from the spectators' view, without values.
import { button, capital, h, on, show } from "../ui.js";
import { inWords, SECOND } from "../clock/time.js";
import { grouped } from "../grouped.js";
import { namesOf } from "../standings.js";
import { section } from "./texts.js";

const CLASSES = {
  simple: "one action, nothing drawn or shown since",
  clean: "several actions, nothing drawn or shown since",
  tainted: "something was drawn or shown since",
  "needs-random": "what somebody has learnt since would be shuffled among what nobody knows",
};

/** {node, update(file)}: loaded when it is opened, and again when the game has continued. */
export function assessmentPart(shell, desk) {
  const { t } = shell;
  const list = h("div", { class: "ways" });
  const preview = h("div", { class: "preview", id: "way-back", role: "status", hidden: true });
  const box = h("details", { id: "assessment" }, h("summary", {}, t("Versions to which the game can go back")), list, preview);
  const state = { version: 0, read: 0 };
  const look = (version) => shell.attempt(async () => {
    preview.hidden = false;
    const { back } = await desk.read(`/assessment?to=${version}`);
    preview.replaceChildren(h("p", {}, t("Back to version {n}.", { n: version })), ...backWords(shell, desk, back));
  }, desk.clauses);
  const read = () => shell.attempt(async () => {
    if (!box.open || state.read === state.version) return;
    state.read = state.version;
    const { reachable } = await desk.read("/assessment");
    show(list, [shell.lang, reachable], reachable.length ? reachable.map((one) => way(t, one, look)) : h("p", { class: "muted" }, t("There is no version to which the game can go back.")));
  });
  on(box, "toggle", read);
  const update = ({ doc }) => {
    state.version = doc.game_version;
    read();
  };
  return { node: section(t("Going back"), {}, box), update };
}

function way(t, { version, class: kind }, look) {
  return button(t("version {n}", { n: version }), () => look(version), { class: `btn small way-${kind}`, title: t(CLASSES[kind]), "data-way": version });
}

/** The consequences of going back to a version, as elements: what was disputed, and which later actions it takes along. */
export function backWords(shell, desk, back) {
  const { t } = shell;
  const { frames, doc } = desk.now();
  const { to } = desk.about();
  const isLater = ({ first }) => first > to;
  const list = (actions) => h("ol", { class: "preview-list" }, actions.map(({ first }) => h("li", { value: first }, frames[first - 1].text)));
  const later = back.actions.filter(isLater);
  const others = back.actions.filter((action) => !isLater(action));
  return [
    h("p", { "data-class": back.class }, h("strong", {}, `${capital(t(CLASSES[back.class]))}. `), t("Draws taken back: {n}.", { n: back.draws.length }), " ", t("From the first action to the dispute: {time}.", { time: inWords(t, back.seconds * SECOND) })),
    h("p", {}, t("Actions taken back, up to the disputed events:")),
    list(others),
    later.length > 0 && h("div", { class: "taken-along", "data-along": later.length }, h("p", {}, h("strong", {}, t("It takes along later actions that nobody disputed: {n}.", { n: later.length }))), list(later)),
    back.learnt.length > 0 && h("p", {}, t("Became known since: {places}", { places: learnt(t, doc.seats, back.learnt) })),
  ].filter(Boolean);
}

/** How many hidden places somebody has come to know, and who; never their content. */
export function learnt(t, seats, places) {
  const knowers = grouped(places, ({ to }) => (to.includes(0) ? t("everybody") : namesOf(t, seats, to)));
  return [...knowers].map(([who, known]) => t("{n} places to {who}", { n: known.length, who })).join("; ");
}
