// What a referee does in a case, as forms: they take it, look at what seats see, rule or decide the appeal, or resign.
import { h } from "../ui.js";
import { mayAct } from "./bench.js";
import { deskForm } from "./forms.js";
import { rulingForm } from "./ruling.js";
import { releaseForm } from "./releasing.js";
import { resigning } from "./resigning.js";

/** @returns {[string, () => HTMLElement][]} */
export function refereeSteps(shell, desk, file, number) {
  const { doc } = file;
  const self = doc.referees.find(({ referee }) => referee === number);
  if (doc.closed || !self || self.left !== null) return [];
  return /** @type {[string, () => HTMLElement][]} */ ([...inCase(shell, desk, file, self), ["resign", () => resigning(shell, desk.source, number, desk.resigned)]]);
}

function inCase(shell, desk, file, self) {
  const { doc } = file;
  const { dispute: n, state } = doc;
  if (doc.referee === self.referee && ["taken", "appealed"].includes(state)) return deciding(shell, desk, file);
  const bar = barOf(shell.t, doc, self);
  if (state === "open" || isDue(doc, "appeal-taking")) return bar ? [[`bar-${bar}`, () => note(bar)]] : [[`take-${n}-${state}`, () => taking(shell, desk, state)]];
  return [];
}

const isDue = ({ due }, what) => due.some((one) => one.what === what);
const note = (text) => h("p", { class: "card notice", "data-bar": true }, text);

/** Why a referee may not take the case, or its appeal; null if they may. */
function barOf(t, doc, self) {
  const { referee, accepted, refused_by: refused } = self;
  if (!mayAct(doc, self)) return t(refused.length ? "A party has refused you in this case." : accepted === null ? "You have not accepted yet." : "You became a referee after this case was opened, so you do not act in it.");
  if (doc.state === "open") return opener(t, doc, referee);
  if (!self.head) return t("Only a head referee decides an appeal.");
  const hasPart = doc.rulings.some((one) => one.referee === referee) || doc.opener === `referee:${referee}`;
  return hasPart ? t("You have ruled in this case or opened it, so another head referee decides the appeal.") : null;
}

/** Another referee takes an own motion, where one may. */
function opener(t, doc, number) {
  const others = doc.referees.some((one) => one.referee !== number && mayAct(doc, one));
  return doc.opener === `referee:${number}` && others ? t("You have opened this case, so another referee takes it.") : null;
}

function taking(shell, desk, state) {
  const { t } = shell;
  const appealed = state === "appealed";
  return deskForm({ title: t(appealed ? "Take the appeal" : "Take the case"), label: t(appealed ? "Take the appeal" : "Take the case"), id: "take" }, [
    h("p", { class: "muted" }, t(appealed ? "Then you decide on it; you may look from the viewpoint of seats as for a ruling." : "Then you rule on it, once the statements are in or their time is over.")),
  ], () => desk.referee("/taking", {}));
}

function deciding(shell, desk, file) {
  const { doc } = file;
  const { t } = shell;
  const { dispute: n, state } = doc;
  if (isDue(doc, "refusal")) return [[`wait-refusal-${n}`, () => note(t("Parties may still refuse you. Until they have spoken, or the time is over, you can neither look from the viewpoint of seats nor rule."))]];
  /** @type {[string, () => HTMLElement]} */
  const release = [`release-${n}-${doc.releases.length}`, () => releaseForm(shell, desk, doc)];
  if (state === "taken" && !doc.statements_in) return [release, [`wait-${n}`, () => note(t("You can rule when the statements are in, or when their time is over."))]];
  return [release, [`rule-${n}-${state}`, () => rulingForm(shell, desk, file)]];
}
