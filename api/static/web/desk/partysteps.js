// What a party does in a case, as forms: it states, refuses a referee or not, withdraws, waives, appeals and answers.
import { h } from "../ui.js";
import { deskForm, prose, valueOf } from "./forms.js";
import { actorName } from "./texts.js";

const waits = ({ due }, what, seat) => due.find((one) => one.what === what && one.seats.includes(seat));
const isUnruled = ({ state }) => ["open", "taken"].includes(state);

/** @returns {[string, () => HTMLElement][]} */
export function partySteps(shell, desk, doc, seat) {
  const steps = FORMS.filter(({ due }) => waits(doc, due, seat)).map(({ due, key, form }) => {
    const about = waits(doc, due, seat);
    return [`${key}-${doc.dispute}-${about.referee}`, () => form(shell, desk, doc.dispute, about)];
  });
  const mayWithdraw = doc.opener === `seat:${seat}` && isUnruled(doc) && doc.releases.length === 0;
  return /** @type {[string, () => HTMLElement][]} */ (mayWithdraw ? [...steps, [`withdraw-${doc.dispute}`, () => withdrawal(shell, desk, doc.dispute)]] : steps);
}

/** The forms for what is due of a party. */
const FORMS = [
  { due: "refusal", key: "refusal", form: refusal },
  { due: "statement", key: "statement", form: statement },
  { due: "appeal", key: "appeal", form: appeal },
  { due: "appeal", key: "waive", form: waiver },
  { due: "answer", key: "answer", form: answer },
];

function refusal(shell, desk, n, { referee }) {
  const { t } = shell;
  const who = actorName(t, desk.people(), `referee:${referee}`);
  const say = (refuse) => desk.seat((at) => at.refuse(n, refuse));
  return deskForm({ title: t("The referee: {who}", { who }), label: t("I will not refuse"), id: "keep", second: { label: t("Refuse this referee"), id: "refuse", send: () => say(true) } }, [
    h("p", {}, t("{who} accepted after the start of the game, or was the only referee when the case was opened, so each party may refuse once in this case. Another referee then takes it. Until all have spoken, or the time is over, nothing is released and nothing ruled.", { who })),
  ], () => say(false));
}

function statement(shell, desk, n) {
  const { t } = shell;
  return deskForm({ title: t("Your statement"), label: t("Give the statement"), id: "statement" }, [
    prose(shell, "text", t("What you have to say"), t("While the game runs only you and the referees read it. It is given once and cannot be changed.")),
  ], (form) => desk.seat((at) => at.state(n, valueOf(form, "text"))));
}

function withdrawal(shell, desk, n) {
  const { t } = shell;
  return deskForm({ title: t("Withdraw"), label: t("Withdraw the claim"), id: "withdraw", primary: false }, [
    h("p", { class: "muted" }, t("Nothing is changed then, and the case is closed.")),
  ], () => desk.seat((at) => at.withdraw(n)));
}

function appeal(shell, desk, n) {
  const { t } = shell;
  return deskForm({ title: t("Appeal"), label: t("Appeal against the ruling"), id: "appeal" }, [
    prose(shell, "grounds", t("Why the ruling is wrong"), t("Every party may appeal once. All appeals are decided together, by a head referee who did not rule.")),
  ], (form) => desk.seat((at) => at.appeal(n, valueOf(form, "grounds"))));
}

function waiver(shell, desk, n) {
  const { t } = shell;
  return deskForm({ title: t("No appeal"), label: t("I will not appeal"), id: "waive", primary: false }, [
    h("p", { class: "muted" }, t("When every party that may appeal has said so, the ruling is final at once.")),
  ], () => desk.seat((at) => at.waive(n)));
}

function answer(shell, desk, n) {
  const { t } = shell;
  return deskForm({ title: t("Your answer to the appeal"), label: t("Give the answer"), id: "answer", second: { label: t("I have nothing to say"), id: "answer-nothing", send: () => desk.seat((at) => at.answer(n)) } }, [
    prose(shell, "text", t("What you have to say"), t("Each party answers once. With the last answer, or when the time is over, a head referee decides.")),
  ], (form) => desk.seat((at) => at.answer(n, valueOf(form, "text"))));
}
