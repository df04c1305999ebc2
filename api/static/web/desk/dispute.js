// "Dispute this": the claim, the requested remedy, and the disputed events.
import { field, h, modal, on, select } from "../ui.js";
import { clauseChoice, deskForm, prose, valueOf } from "./forms.js";
import { WANTS } from "./texts.js";

/** Opens the form about the event of this version; `send` opens the case, and returns whether it did. `own`: of a referee's own motion. */
export function disputeDialog(shell, clauses, { frames, version, own }, send) {
  const { t } = shell;
  const cited = clauseChoice(shell, clauses, frames[version - 1].rules.filter((id) => clauses.some((one) => one.id === id)));
  const wants = select("wants", Object.entries(WANTS).map(([value, label]) => [value, t(label)]), "explanation");
  const about = stretchFields(t, frames, version);
  const title = t(own ? "Open a case of your own motion" : "Dispute this");
  const form = deskForm({ title: t("Claim"), label: t("Open the dispute"), id: "dispute" }, [
    h("p", { class: "muted" }, t(own ? "You open this case as a referee. Another referee takes it, where one may; you do not decide an appeal in it." : "A referee will hear you and the others, and rule. The game may be on hold until then.")),
    about.list,
    prose(shell, "claim", t("What is wrong, and why"), t("While the game runs only you and the referees read it. It is given once and cannot be changed.")),
    field(t("What you ask for"), wants),
    h("details", {}, h("summary", {}, t("Which events, and which clauses")), about.fields, cited.node),
  ], async () => {
    const claim = { ...about.read(), wants: wants.value, clauses: cited.cited(), claim: valueOf(form, "claim") };
    if (await send(claim)) form.closest("dialog").close("sent");
  });
  const closing = modal(title, form, t("Cancel"));
  /** @type {HTMLElement} */ (form.querySelector("[name=claim]")).focus();
  return closing;
}

/** The disputed events: at first those of the whole action, which may be narrowed or widened. */
function stretchFields(t, frames, version) {
  const { action } = frames[version - 1];
  const own = frames.filter((frame) => frame.action === action).map((frame) => frame.version);
  const number = (name, value) => h("input", { type: "number", name, value, min: 1, max: frames.length, required: true });
  const from = number("from", own[0]);
  const to = number("to", own.at(-1));
  const list = h("ol", { class: "preview-list stretch-told", id: "stretch-told", "aria-label": t("The disputed stretch"), tabindex: "0" });
  const tell = () => list.replaceChildren(...frames.slice(from.valueAsNumber - 1, to.valueAsNumber).map((frame) => h("li", { value: frame.version }, frame.text)));
  for (const input of [from, to]) on(input, "input", tell);
  tell();
  const fields = h("div", { class: "row" }, field(t("From event"), from), field(t("To event"), to));
  return { list, fields, read: () => ({ from: from.valueAsNumber, to: to.valueAsNumber }) };
}
