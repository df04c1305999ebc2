// The viewer's possible actions in a case, as forms: parties state, withdraw, waive and appeal; referees take, look and rule.
import { h } from "../ui.js";
import { deskForm, prose, valueOf } from "./forms.js";
import { rulingForm } from "./ruling.js";
import { releaseForm } from "./releasing.js";
import { seatOf } from "../standings.js";

/**
 * Forms by the data that they depend on: each is replaced only when that has changed, so that no typed text is lost.
 * @returns {[string, () => HTMLElement][]}
 */
export function stepsOf(shell, desk, file) {
  const role = desk.role;
  const seat = seatOf(role);
  if (seat !== null) return seatSteps(shell, desk, file, seat);
  return role.startsWith("referee:") ? refereeSteps(shell, desk, file, Number(role.slice(8))) : [];
}

const waits = ({ due }, what, seat) => due.some((one) => one.what === what && one.seats.includes(seat));

function seatSteps(shell, desk, { doc }, seat) {
  const { t } = shell;
  const { dispute: n } = doc;
  /** @type {[string, () => HTMLElement][]} */
  const steps = [];
  if (waits(doc, "statement", seat)) {
    steps.push([`statement-${n}`, () => deskForm({ title: t("Your statement"), label: t("Give the statement"), id: "statement" }, [
      prose(shell, "text", t("What you have to say"), t("While the game runs only you and the referees read it. It is given once and cannot be changed.")),
    ], (form) => desk.seat((at) => at.state(n, valueOf(form, "text"))))]);
  }
  if (doc.opener === `seat:${seat}` && ["open", "taken"].includes(doc.state)) {
    steps.push([`withdraw-${n}`, () => deskForm({ title: t("Withdraw"), label: t("Withdraw the claim"), id: "withdraw", primary: false }, [
      h("p", { class: "muted" }, t("Nothing is changed then, and the case is closed.")),
    ], () => desk.seat((at) => at.withdraw(n)))]);
  }
  if (waits(doc, "appeal", seat)) steps.push(...appealSteps(shell, desk, n));
  return steps;
}

/** @returns {[string, () => HTMLElement][]} */
function appealSteps(shell, desk, n) {
  const { t } = shell;
  return [
    [`appeal-${n}`, () => deskForm({ title: t("Appeal"), label: t("Appeal against the ruling"), id: "appeal" }, [
      prose(shell, "grounds", t("Why the ruling is wrong"), t("A head referee who did not rule decides. There is one appeal in a case.")),
    ], (form) => desk.seat((at) => at.appeal(n, valueOf(form, "grounds"))))],
    [`waive-${n}`, () => deskForm({ title: t("No appeal"), label: t("I will not appeal"), id: "waive", primary: false }, [
      h("p", { class: "muted" }, t("When every party has said so, the ruling is final at once.")),
    ], () => desk.seat((at) => at.waive(n)))],
  ];
}

/** @returns {[string, () => HTMLElement][]} */
function refereeSteps(shell, desk, file, number) {
  const { t } = shell;
  const { doc, referees } = file;
  const { dispute: n, state } = doc;
  if (state === "open") {
    return [[`take-${n}`, () => deskForm({ title: t("Take the case"), label: t("Take the case"), id: "take" }, [
      h("p", { class: "muted" }, t("Then you rule on it, once the statements are in or their time is over.")),
    ], () => desk.referee("/taking", {}))]];
  }
  const head = referees.find(({ referee }) => referee === number)?.head;
  const hears = state === "appealed" && head && doc.rulings.at(-1)?.referee !== number;
  if (!hears && !(state === "taken" && doc.referee === number)) return [];
  /** @type {[string, () => HTMLElement]} */
  const release = [`release-${n}-${state}`, () => releaseForm(shell, desk, doc)];
  if (state === "taken" && !doc.statements_in) return [release, [`wait-${n}`, () => h("p", { class: "card notice" }, t("You can rule when the statements are in, or when their time is over."))]];
  return [release, [`rule-${n}-${state}`, () => rulingForm(shell, desk, file)]];
}
