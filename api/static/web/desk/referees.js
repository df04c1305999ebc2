// The referees of a game; for its organiser: appointing them by a single-use link, and dismissing them.
import { post, send } from "../api.js";
import { button, h, modal, on } from "../ui.js";
import { linkLine } from "../game/links.js";
import { tokensOf } from "../memory.js";
import { refereeAddress } from "./address.js";

/** The list of referees; `changed()` reads it again. */
export function refereesOf(shell, id, { referees }, { tournament }, changed) {
  const { t } = shell;
  const organiser = tokensOf(id).organiser;
  const mayAppoint = organiser && !tournament;
  const dismiss = (number) => shell.attempt(async () => {
    await send("DELETE", `/v1/games/${id}/referees/${number}`, { token: organiser });
    await changed();
  });
  return h("section", { "aria-label": t("Referees"), class: "referees", id: "referees" }, [
    h("h3", {}, t("Referees")),
    referees.length > 0
      ? h("ul", {}, referees.map((one) => line(shell, one, mayAppoint ? dismiss : null)))
      : h("p", { class: "muted" }, t("Nobody referees this game, so nothing can be disputed.")),
    mayAppoint && appointing(shell, id, organiser, changed),
  ]);
}

function line({ t }, { referee, head, name, appointed, dismissed }, dismiss) {
  const kind = t(head ? "Head referee {n}" : "Referee {n}", { n: referee });
  const state = dismissed ? "dismissed" : name ? (appointed === "before-start" ? "appointed before the start" : "appointed after the start") : "has not accepted yet";
  return h("li", { class: "row", "data-referee": referee }, [
    h("span", {}, name ? `${kind}, ${name}` : kind, " ", h("small", { class: "muted" }, t(state))),
    dismiss && !dismissed && button(t("Dismiss"), () => sure(t, referee, dismiss), { class: "btn small quiet", "data-do": `dismiss-${referee}` }),
  ]);
}

async function sure(t, referee, dismiss) {
  const yes = button(t("Dismiss"), () => yes.closest("dialog").close("yes"), { class: "btn primary", "data-do": "sure" });
  const consequence = h("p", {}, t("Their token becomes invalid at once, and another referee has to take over their case. Their rulings stand."));
  if ((await modal(t("Dismiss referee {n}?", { n: referee }), [consequence, yes], t("Cancel"))) === "yes") await dismiss(referee);
}

function appointing(shell, id, organiser, changed) {
  const { t } = shell;
  const head = h("input", { type: "checkbox", name: "head" });
  const appoint = button(t("Appoint a referee"), () => shell.attempt(async () => {
    const { code } = await post(`/v1/games/${id}/referees`, { body: { head: head.checked }, token: organiser });
    await linkOnce(t, location.origin + refereeAddress("games", id, code));
    await changed();
  }), { class: "btn small", "data-do": "appoint" });
  return h("div", { class: "row" }, [h("label", { class: "switch" }, on(head, "change", () => {}), h("span", {}, t("head referee (decides appeals)"))), appoint]);
}

function linkOnce(t, address) {
  return modal(t("Appointment"), [
    h("p", { class: "muted" }, t("Send this link to the referee, and to nobody else: it makes one person a referee, once. It is not shown again.")),
    linkLine(t, t("Link"), address),
  ], t("Close"));
}
