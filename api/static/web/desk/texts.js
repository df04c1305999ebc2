// The texts of a case: actors, kinds, deadlines, and texts by people.
import { h } from "../ui.js";
import { citation } from "../game/clauses.js";
import { seatName } from "../standings.js";

export const OPEN = ["open", "taken", "ruled", "appealed"];
export const WANTS = {
  explanation: "an explanation",
  correction: "an action to be corrected",
  "back-up": "the game to go back",
  result: "another result",
  conduct: "somebody's conduct to be judged",
};
export const KINDS = {
  stands: "What happened stands",
  dismissed: "The claim is dismissed",
  "no-jurisdiction": "Not for a referee to decide",
  "backed-up": "The game goes back",
  replayed: "A chapter is played again",
  corrected: "An action is corrected",
  result: "The result is set",
  void: "The game is void",
};
export const STATES = {
  open: "open, waits for a referee",
  taken: "taken by a referee",
  ruled: "ruled, may be appealed",
  appealed: "appealed",
  final: "settled",
  withdrawn: "withdrawn",
  expired: "expired",
};
const DUE = {
  statement: "Statement of: {who}",
  taking: "A referee takes the case and rules",
  refusal: "Whether the referee is refused: {who}",
  ruling: "Ruling by {who}",
  appeal: "Appeal or waiver of: {who}",
  answer: "Answer to the appeal of: {who}",
  "appeal-taking": "A head referee takes the appeal and decides",
  decision: "Decision of the appeal by {who}",
};

export const stateWords = (t, state) => t(STATES[state]);

export function statePill(t, state) {
  return h("span", { class: `pill case-${state}`, "data-state": state }, stateWords(t, state));
}

/** "seat:1", "referee:2" in words; referees by the name under which they accepted. */
export function actorName(t, { seats, referees }, actor) {
  const [kind, number] = actor.split(":");
  if (kind === "seat") return seatName(t, seats, Number(number));
  const name = referees.find(({ referee }) => referee === Number(number))?.name;
  return name ? t("referee {n}, {name}", { n: number, name }) : t("referee {n}", { n: number });
}

const locale = ({ lang }) => (lang === "en" ? undefined : lang);

export function timeOf(shell, at) {
  return new Date(at).toLocaleString(locale(shell), { dateStyle: "medium", timeStyle: "short" });
}

/** A future time: the time of day, and the time left until then. */
export function untilWhen(shell, at) {
  const minutes = Math.round((Date.parse(at) - Date.now()) / 60_000);
  const [count, unit] = Math.abs(minutes) < 120 ? [minutes, "minute"] : [Math.round(minutes / 60), "hour"];
  const away = new Intl.RelativeTimeFormat(shell.lang, { numeric: "auto" }).format(count, /** @type {any} */ (unit));
  return h("time", { datetime: at }, `${timeOf(shell, at)} (${away})`);
}

/** One line for each thing that the case is waiting for; what the viewer (a role) is to do is marked. */
export function dueLines(shell, people, due, viewer) {
  const { t } = shell;
  return due.map(({ what, seats, referee, at }) => {
    const actors = seats.length ? seats.map((seat) => `seat:${seat}`) : referee ? [`referee:${referee}`] : [];
    const who = actors.map((actor) => actorName(t, people, actor)).join(", ");
    return h("li", { "data-due": what, class: actors.includes(viewer) ? "due-mine" : "" }, [
      actors.includes(viewer) && h("strong", { class: "pill" }, t("your turn")),
      h("span", {}, t(DUE[what], { who })),
      " ",
      h("span", { class: "muted" }, t("until"), " ", untilWhen(shell, at)),
    ]);
  });
}

/** A text by a person, or why it is withheld. It is text, never markup. */
export function written({ t }, { status, text, lang }, kind) {
  const reasons = { withheld: "You may not read this now.", erased: "This text was deleted; its hash is still in the log." };
  if (status !== "shown") return h("p", { class: "muted withheld", "data-text": kind }, t(reasons[status]));
  return h("blockquote", { class: "written", lang, "data-text": kind }, text);
}

/** A text with its author and time. */
export function said(shell, who, at, text, kind) {
  return h("article", { class: "said" }, h("h3", {}, who, " ", h("small", { class: "muted" }, timeOf(shell, at))), written(shell, text, kind));
}

export function citations(shell, clauses, ids) {
  return ids.length > 0 && h("span", { class: "cites" }, ids.map((id) => citation(shell, clauses, id)));
}

/** A section with a heading, as used on a case's page. */
export function section(title, attributes, ...content) {
  return h("section", { class: "card case-part", "aria-label": title, ...attributes }, h("h2", {}, title), ...content);
}
