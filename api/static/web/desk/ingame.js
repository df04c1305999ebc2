// The desk on a game's page: its cases and referees beside the board, deadlines, and "Dispute this" in the list of moves.
import { range } from "../boards/parts/dom.js";
import { button, h, pageLink, show } from "../ui.js";
import { refereeOf, tokensOf } from "../memory.js";
import { get } from "../api.js";
import { arrived } from "../connection.js";
import { inWords, SECOND } from "../clock/time.js";
import { actorName, dueLines, OPEN, statePill } from "./texts.js";
import { caseAddress } from "./address.js";
import { callsOfGame } from "./calls.js";

const NO_CASES = ["waiting", "analysis", "abandoned"];
/** Actions at the desk itself are appealed, not disputed. */
const OF_DESK = /^(judge-called|call-|referee-|dispute-|statement-given|case-taken|evidence-|ruled|appeal|ruling-final|seat-excluded)/;

/**
 * {node, notice, tool, more(version), update(head, seat)}: `node` is the panel, `notice` is shown above the board while a case
 * is open, `tool` at the current move; `more` returns the link from an event of a case to the case.
 */
export function deskOfGame(shell, { id, role, source, ruleset, acting, refresh, leave }) {
  const { t } = shell;
  const calls = callsOfGame(shell, { source, role, acting, refresh, ruleset });
  const panel = h("div");
  const node = h("div", { class: "desk-panel", id: "desk-panel", tabindex: "0" }, panel, calls.node);
  const notice = h("section", { class: "card notice case-notice", id: "case-notice", hidden: true, "aria-label": t("Disputes") });
  const own = role === "spectator" ? refereeOf(id) : undefined; // a referee's own motion
  const tool = button(t(own ? "Open a case of your own motion" : "Dispute this"), () => shell.attempt(ask), { class: "btn small quiet dispute-this", "data-do": "dispute-this", hidden: true });
  const state = { list: null, referees: null, head: null, seat: null, asked: 0 };

  async function read() {
    const list = await get(`${source.path}/disputes`, { token: source.token });
    if (list.terms) state.referees ??= await refereesParts();
    state.list = list;
    render();
  }

  /** Load again when the desk has changed since. */
  function update(head, seat) {
    Object.assign(state, { head, seat });
    const { version } = head.now.doc;
    const news = state.asked === 0 || range(state.asked + 1, version).some(ofDesk);
    if (version > state.asked && news) shell.attempt(read);
    state.asked = Math.max(state.asked, version);
    render();
  }

  const open = () => state.list.disputes.find((one) => OPEN.includes(one.state));

  function render() {
    const { list, head, seat } = state;
    if (!list || !head) return;
    const { doc } = head.now;
    const people = { seats: doc.seats, referees: list.referees };
    const link = (one, text) => pageLink(caseAddress(id, one.dispute, role), text, { "data-case": one.dispute });
    calls.update(head, people);
    show(panel, [shell.lang, list, doc.seats], [
      casesOf(shell, list, people, link),
      list.terms && state.referees.refereesOf(shell, placeOf(id, doc), list.referees, read),
      list.terms && termsOf(shell, list.terms),
      own && list.terms && state.referees.resigning(shell, source, Number(own.slice(8)), { leave, again: shell.open }),
    ]);
    const now = open();
    notice.hidden = !now;
    if (now) show(notice, [shell.lang, now, people], noticeOf(shell, now, people, link, own ?? role));
    tool.hidden = (seat === null && !own) || ofDesk(head.version) || !mayDispute(list, doc, now);
  }

  async function ask() {
    const { head } = state;
    const [{ disputeDialog }, { seatAtDesk }] = await arrived(Promise.all([import("./dispute.js"), import("./writing.js")]));
    const send = (claim) => shell.attempt(async () => {
      const done = await seatAtDesk(source, acting, shell.lang).dispute(claim);
      await refresh();
      return done !== null;
    }, ruleset.clauses);
    const done = await disputeDialog(shell, ruleset.clauses, { frames: head.now.frames, version: head.version, own: Boolean(own) }, send);
    if (done !== "sent") return;
    await read();
    await shell.go(caseAddress(id, state.list.disputes.at(-1).dispute, role));
  }

  const ofDesk = (version) => OF_DESK.test(source.events[version - 1]?.type ?? "");

  function more(version) {
    const { data } = source.events[version - 1] ?? {};
    if (!ofDesk(version) || !data.dispute) return null;
    return pageLink(caseAddress(id, data.dispute, role), t("Case {n}", { n: data.dispute }), { class: "case-of-move" });
  }
  return { node, notice, tool, more, update };
}

/** Most games are played without referees, and load nothing for them. */
async function refereesParts() {
  const [{ refereesOf }, { resigning }] = await arrived(Promise.all([import("./referees.js"), import("./resigning.js")]));
  return { refereesOf, resigning };
}

/** A game of a tournament has the tournament's referees, whom its organiser appoints there. */
function placeOf(id, { tournament }) {
  return { kind: "games", id, organiser: tournament ? undefined : tokensOf(id).organiser };
}

function mayDispute({ terms, referees }, { status }, open) {
  return Boolean(terms) && !open && !NO_CASES.includes(status) && referees.some(({ name, dismissed }) => name && !dismissed);
}

function casesOf({ t }, { disputes, terms }, people, link) {
  const none = terms ? "Nothing has been disputed in this game." : "This game is played without referees.";
  return h("section", { "aria-label": t("Cases") }, [
    h("h3", {}, t("Cases")),
    disputes.length === 0 && h("p", { class: "muted" }, t(none)),
    h("ul", { class: "cases" }, disputes.map((one) => h("li", { class: "row" }, [
      link(one, t("Case {n}, of {who}", { n: one.dispute, who: actorName(t, people, one.opener) })),
      statePill(t, one.state),
    ]))),
  ]);
}

function termsOf({ t }, { open_within: open, answer_within: answer, rule_within: rule, appeal_within: appeal, pause }) {
  const time = (seconds) => inWords(t, seconds * SECOND);
  return h("p", { class: "muted terms" }, [
    t("Time to dispute a finished game: {open}. Statements: {answer}. Ruling: {rule}. Appeal: {appeal}.", { open: time(open), answer: time(answer), rule: time(rule), appeal: time(appeal) }),
    " ",
    t(pause ? "The game is on hold while a case is open." : "The game continues while a case is open."),
  ]);
}

function noticeOf(shell, one, people, link, viewer) {
  const { t } = shell;
  return [
    h("p", {}, h("strong", {}, t("A dispute is open.")), " ", link(one, t("Case {n}, of {who}", { n: one.dispute, who: actorName(t, people, one.opener) })), " ", statePill(t, one.state)),
    h("ul", { class: "due" }, dueLines(shell, people, one.due, viewer)),
  ];
}

