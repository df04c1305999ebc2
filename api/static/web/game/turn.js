// The beginning of the board's bar: whose turn it is, the version in view, the result; undo, and what prevents it.
import { button, h, show } from "../ui.js";
import { lineIcon } from "./icons.js";
import { signButton } from "./menu.js";
import { saidAt } from "../clock/unsaid.js";
import { namesOf, seatName } from "../standings.js";

/** `undo` = {ask(), answer(number, accept)}; `present()` returns to the current version; `result` opens the result of a game that is over. */
export function turnLine(shell, undo, present, result) {
  const node = h("div", { class: "turn", id: "turn" });
  const update = (head, seat) => {
    const { doc, now, following, version } = head;
    const key = [shell.lang, doc.status, doc.notice, doc.to_act, doc.seats, doc.to_reveal, doc.outcome, now.doc.undo, seat, following && version === now.doc.version ? null : version];
    show(node, key, content(shell, undo, present, result, head, seat));
    node.dataset.state = stateOf(head, seat);
  };
  return { node, update };
}

const atPresent = ({ version, now }) => version === now.doc.version;

function stateOf(head, seat) {
  if (!atPresent(head)) return "past";
  if (head.doc.outcome) return "over";
  return head.doc.to_act.includes(seat) ? "mine" : "others";
}

function content({ t }, undo, present, result, head, seat) {
  const sentence = h("p", { class: "turn-text" }, atPresent(head) ? sentenceOf(t, head, seat) : saidAt(head.now.frames, head.version).text);
  if (!atPresent(head)) return [sentence, h("span", { class: "undo" }, [h("span", { class: "muted" }, t(head.following ? "Seeing what happened…" : "You are looking back.")), button(t("To the present"), present, { class: "btn small", id: "present" })])];
  return [sentence, result, takeBack(t, undo, head.now.doc, seat), pending(t, undo, head.now.doc, seat)];
}

function sentenceOf(t, head, seat) {
  const { doc } = head;
  if (doc.outcome) return ending(t, doc);
  if (doc.to_reveal.length) return t("The start waits for the seed of: {names}", { names: namesOf(t, doc.seats, doc.to_reveal) });
  const named = { waiting: "Waiting for players.", suspended: "The game is suspended.", abandoned: "The game was abandoned." }[doc.status];
  if (named && doc.notice) return byOperator(t, doc);
  if (named) return t(named);
  if (doc.to_act.includes(seat)) return t("Your turn.");
  return doc.to_act.length ? t("To act: {names}", { names: namesOf(t, doc.seats, doc.to_act) }) : t("Nobody is to act.");
}

/** Why the operator of the service has closed the game, or abandoned it. */
function byOperator(t, doc) {
  const did = doc.status === "suspended" ? "The operator of the service has closed the game." : "The operator of the service has abandoned the game.";
  return [t(did), " ", operatorsWords(doc)];
}

/** What the operator says of a game that they have closed or abandoned; null where they say nothing. */
export const operatorsWords = ({ notice }) => notice?.text && h("q", { lang: notice.lang, class: "notice-words" }, notice.text);

function ending(t, { seats, outcome }) {
  if (outcome.winners.length === 0) return t("The game is over; nobody wins.");
  return t("The game is over. Won by: {names}", { names: namesOf(t, seats, outcome.winners) });
}

const BARRED = {
  drawn: "No further: chance has decided something there.",
  shown: "No further: something hidden was shown.",
  start: "No further: the game begins there.",
  ruled: "No further: a referee has ruled.",
  away: "No further: somebody has left or come back.",
  "other-seat": "No further: another seat has acted.",
  policy: "This game is played without taking back.",
  "none-left": "There is nothing to take back.",
};

function takeBack(t, undo, { undo: reach, status }, seat) {
  if (seat === null || !["playing", "analysis"].includes(status) || reach.pending) return null;
  const may = reach.free.length + reach.with_consent.length > 0;
  const barrier = t(BARRED[reach.barrier] ?? "");
  if (!may) return barrier && h("div", { class: "undo" }, whyNoFurther(t, barrier));
  const label = reach.free.length ? t("Take back") : t("Ask to take back");
  return h("div", { class: "undo" }, button([lineIcon("undo"), label], () => undo.ask(), { class: "btn quiet", id: "undo", title: barrier }));
}

/** Why nothing can be taken back is said when somebody asks. */
function whyNoFurther(t, barrier) {
  const said = h("span", { class: "muted", id: "undo-barrier", role: "status" });
  const ask = signButton("undo", t("Why can nothing be taken back?"), () => said.replaceChildren(barrier), { id: "undo-barred" });
  return [said, ask];
}

function pending(t, undo, { undo: { pending: request }, seats }, seat) {
  if (!request) return null;
  const who = seatName(t, seats, request.seat);
  const text = t("{who} asks to take back to version {n}.", { who, n: request.to_version });
  const answer = (label, accept) => button(label, () => undo.answer(request.id, accept), { class: "btn small", "data-do": accept ? "accept" : "refuse" });
  return h("div", { class: "undo pending" }, [
    h("span", {}, text),
    request.needs.includes(seat) ? [answer(t("Accept"), true), answer(t("Refuse"), false)] : h("span", { class: "muted" }, t("Waiting for an answer.")),
  ]);
}
