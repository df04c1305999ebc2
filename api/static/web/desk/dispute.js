// "Dispute this": the disputed events, the claim, and the requested remedy.
import { field, h, modal, on, select } from "../ui.js";
import { clauseChoice, deskForm, prose, valueOf } from "./forms.js";
import { WANTS } from "./texts.js";

/** Opens the form about the event of this version; `send` opens the case, and returns whether it did. */
export function disputeDialog(shell, clauses, { frames, version }, send) {
  const { t } = shell;
  const { action } = frames[version - 1];
  const own = frames.filter((frame) => frame.action === action).map((frame) => frame.version);
  const number = (name, value) => h("input", { type: "number", name, value, min: 1, max: frames.length, required: true });
  const from = number("from", own[0]);
  const to = number("to", own.at(-1));
  const list = h("ol", { class: "preview-list stretch-told", id: "stretch-told" });
  const tell = () => list.replaceChildren(...frames.slice(from.valueAsNumber - 1, to.valueAsNumber).map((frame) => h("li", { value: frame.version }, frame.text)));
  for (const input of [from, to]) on(input, "input", tell);
  tell();
  // the disputed action was chosen at the version before, which a referee may have to see from the seat's viewpoint
  const wants = select("wants", Object.entries(WANTS).map(([value, label]) => [value, t(label)]), "explanation");
  on(wants, "change", () => {
    if (wants.value === "correction" && from.valueAsNumber === own[0]) from.valueAsNumber = Math.max(1, own[0] - 1);
    tell();
  });
  const cited = clauseChoice(shell, clauses, frames[version - 1].rules.filter((id) => clauses.some((one) => one.id === id)));
  const form = deskForm({ title: t("Claim"), label: t("Open the dispute"), id: "dispute" }, [
    h("p", { class: "muted" }, t("A referee will hear you and the others, and rule. The game may be on hold until then.")),
    h("div", { class: "row" }, field(t("From event"), from), field(t("To event"), to)),
    list,
    prose(shell, "claim", t("What is wrong, and why"), t("While the game runs only you and the referees read it. It is given once and cannot be changed.")),
    field(t("What you ask for"), wants),
    cited.node,
  ], async () => {
    const claim = { from: from.valueAsNumber, to: to.valueAsNumber, wants: wants.value, clauses: cited.cited(), claim: valueOf(form, "claim") };
    if (await send(claim)) form.closest("dialog").close("sent");
  });
  return modal(t("Dispute this"), form, t("Cancel"));
}
