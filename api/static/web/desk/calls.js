// Judge calls on a game's page: a seat asks the referees, referees answer, and everybody reads the answers. Nothing stops.
import { range } from "../boards/parts/dom.js";
import { button, field, h, show } from "../ui.js";
import { get } from "../api.js";
import { isOver, seatOf } from "../standings.js";
import { deskForm, prose, valueOf } from "./forms.js";
import { actorName, timeOf, written } from "./texts.js";
import { seatAtDesk } from "./writing.js";

const MOST = 6;
export const OF_CALL = /^(judge-called|call-)/;
const BEGUN = ["playing", "suspended"];

/** {node, update(head, people)}: the calls of a game and what this viewer may do about them. `people` = {seats, referees}. */
export function callsOfGame(shell, { source, role, acting, refresh, ruleset }) {
  const { t } = shell;
  const seat = seatOf(role);
  const list = h("div", { class: "calls-list" });
  const asking = h("div");
  const node = h("section", { class: "calls", "aria-label": t("Judge calls"), hidden: true }, h("h3", {}, t("Judge calls")), list, asking);
  const state = { calls: null, asked: 0, doc: null, people: null };
  const rows = {};

  async function read() {
    state.calls = await get(`${source.path}/calls`, { token: source.token });
    render();
  }

  /** Load again when somebody has called, answered or closed since, or the game has ended. */
  function update(head, people) {
    const { version, status } = head.now.doc;
    const ended = state.doc && isOver(head.now.doc) !== isOver(state.doc);
    const news = ended || state.asked === 0 || range(state.asked + 1, version).some((n) => OF_CALL.test(source.events[n - 1]?.type ?? ""));
    Object.assign(state, { doc: head.now.doc, people });
    if (status !== "waiting" && news) shell.attempt(read);
    state.asked = Math.max(state.asked, version);
    render();
  }

  /** @param {() => Promise<any>} work */
  const send = (work) => shell.attempt(async () => {
    await work();
    await refresh();
    await read();
  }, ruleset.clauses);
  /** What this viewer may do about a call. A form is replaced only when that has changed, so that no typed text is lost. */
  const stepsOf = (one) => [
    one.seat === seat && one.closed === null && button(t("No more answers needed"), () => seatSends((at) => at.closeCall(one.call)), { class: "btn small quiet", "data-do": "close-call" }),
    mayAnswer(one, state.calls) && answerForm(shell, one, (body) => send(() => source.post(`/calls/${one.call}/answers`, body))),
  ];
  const seatSends = (step) => send(() => step(seatAtDesk(source, acting, shell.lang)));

  function render() {
    const { calls, doc, people } = state;
    if (!calls || !doc || !people) return;
    const own = calls.calls.filter((one) => one.seat === seat);
    const may = seat !== null && BEGUN.includes(doc.status) && people.referees.some(({ name, dismissed }) => name && !dismissed);
    node.hidden = !may && calls.calls.length === 0;
    for (const one of calls.calls) {
      rows[one.call] ??= callRow(list);
      const { said, doing } = rows[one.call];
      show(said, [shell.lang, one, people], callOf(shell, one, people));
      show(doing, [shell.lang, one.closed, one.answers, calls.answering], stepsOf(one));
    }
    show(asking, [shell.lang, may, own.length], may && callForm(shell, MOST - own.length, (call) => seatSends((at) => at.call(call))));
  }
  return { node, update };
}

function callRow(list) {
  const said = h("div");
  const doing = h("div");
  list.append(h("article", { class: "card call" }, said, doing));
  return { said, doing };
}

function callOf(shell, one, people) {
  const { t } = shell;
  const about = one.about && t("about events {from} to {to}", one.about);
  const title = t("Call {n}, of {who}", { n: one.call, who: actorName(t, people, `seat:${one.seat}`) });
  return [
    h("h4", { "data-call": one.call }, title),
    h("p", { class: "muted" }, [about, about && ", ", timeOf(shell, one.at)]),
    written(shell, one.question, "question"),
    one.answers.map((it) => h("div", { class: "call-answer" }, h("strong", {}, actorName(t, people, `referee:${it.referee}`)), written(shell, it.answer, "answer"))),
    one.closed !== null && h("p", { class: "muted" }, t("This call is closed.")),
  ];
}

function mayAnswer(one, { answering, viewer }) {
  return answering && one.closed === null && !one.answers.some(({ referee }) => `referee:${referee}` === viewer);
}

function answerForm(shell, { call }, send) {
  const { t } = shell;
  return deskForm({ title: t("Answer call {n}", { n: call }), label: t("Answer"), id: `answer-${call}` }, [
    prose(shell, "answer", t("Your answer"), t("Everybody who may see the game reads it at once. It is given once and cannot be changed.")),
  ], (form) => send({ answer: valueOf(form, "answer"), lang: shell.lang }));
}

function callForm(shell, left, send) {
  const { t } = shell;
  if (left <= 0) return h("p", { class: "muted" }, t("Your seat has called six times, which is all."));
  const version = (name) => h("input", { type: "number", name, min: 1 });
  const form = deskForm({ title: t("Call a judge"), label: t("Call a judge"), id: "call-judge", primary: false }, [
    prose(shell, "question", t("Your question"), t("The game goes on meanwhile. While it runs only you and the referees read the question, and everybody reads the answer.")),
    h("details", {}, h("summary", {}, t("About certain events")), h("div", { class: "row" }, field(t("From event"), version("from")), field(t("To event"), version("to")))),
    h("p", { class: "muted" }, t("{n} of 6 calls left, one a minute", { n: left })),
  ], () => send({ question: valueOf(form, "question"), ...aboutIn(form) }));
  return h("details", { class: "call-judge" }, h("summary", { "data-do": "open-call" }, t("Call a judge")), form);
}

/** Both versions, or one for both; without any the call is about the game. */
function aboutIn(form) {
  const [from, to] = ["from", "to"].map((name) => Number(valueOf(form, name)) || null);
  return from || to ? { about: { from: from ?? to, to: to ?? from } } : {};
}
