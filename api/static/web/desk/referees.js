// The referees of a game, tournament or meeting; for its organiser: appointing them by a single-use link, and dismissing them.
import { post, send } from "../api.js";
import { accountsOrigin } from "../account/me.js";
import { saying } from "../account/window.js";
import { button, field, h, modal } from "../ui.js";
import { linkLine } from "../game/links.js";
import { refereeAddress } from "./address.js";

const NOBODY = {
  games: "Nobody referees this game, so nothing can be disputed.",
  tournaments: "Nobody referees this tournament, so nothing can be disputed.",
  meetings: "This meeting has no referees yet.",
};

/**
 * The list of referees of a place: {kind: "games" | "tournaments" | "meetings", id, organiser?: token of who may appoint};
 * `changed()` reads it again.
 */
export function refereesOf(shell, place, referees, changed) {
  const { t } = shell;
  const path = `/v1/${place.kind}/${place.id}/referees`;
  const dismiss = (number) => shell.attempt(async () => {
    await send("DELETE", `${path}/${number}`, { token: place.organiser });
    await changed();
  });
  return h("section", { "aria-label": t("Referees"), class: "referees", id: "referees" }, [
    h("h3", {}, t("Referees")),
    referees.length > 0
      ? h("ul", {}, referees.map((one) => line(shell, place.kind, one, place.organiser ? dismiss : null)))
      : h("p", { class: "muted" }, t(NOBODY[place.kind])),
    place.organiser && appointing(shell, place, path, changed),
  ]);
}

/** A meeting has no start, so its referees are neither appointed before nor after it. */
function stateOf(place, { name, appointed, dismissed }) {
  if (dismissed) return "dismissed";
  if (!name) return "has not accepted yet";
  if (place === "meetings") return "";
  return appointed === "before-start" ? "appointed before the start" : "appointed after the start";
}

function line({ t }, place, one, dismiss) {
  const { referee, head, name, dismissed } = one;
  const kind = t(head ? "Head referee {n}" : "Referee {n}", { n: referee });
  return h("li", { class: "row", "data-referee": referee }, [
    h("span", {}, name ? `${kind}, ${name}` : kind, " ", h("small", { class: "muted" }, t(stateOf(place, one)))),
    dismiss && !dismissed && button(t("Dismiss"), () => sure(t, referee, dismiss), { class: "btn small quiet", "data-do": `dismiss-${referee}` }),
  ]);
}

async function sure(t, referee, dismiss) {
  const yes = button(t("Dismiss"), () => yes.closest("dialog").close("yes"), { class: "btn primary", "data-do": "sure" });
  const consequence = h("p", {}, t("Their token becomes invalid at once, and another referee has to take over their case. Their rulings stand."));
  if ((await modal(t("Dismiss referee {n}?", { n: referee }), [consequence, yes], t("Cancel"))) === "yes") await dismiss(referee);
}

function appointing(shell, { kind, id, organiser }, path, changed) {
  const { t } = shell;
  const head = h("input", { type: "checkbox", name: "head" });
  const name = h("input", { name: "referee-account", maxlength: LONGEST, autocomplete: "off", spellcheck: "false" });
  const appoint = button(t("Appoint a referee"), () => shell.attempt(async () => {
    const account = name.value.trim() || undefined;
    const { code } = await saying(() => post(path, { body: { head: head.checked, account }, token: organiser }), account ? REFUSED : {});
    await linkOnce(t, location.origin + refereeAddress(kind, id, code), account);
    await changed();
  }), { class: "btn small", "data-do": "appoint" });
  return h("div", { class: "row" }, [h("label", { class: "switch" }, head, h("span", {}, t("head referee (decides appeals)"))), accountsOrigin() && field(t("Account name (without one: a link)"), name), appoint]);
}

const LONGEST = 24;
const REFUSED = {
  forbidden: "This account cannot referee here: it plays or organises, or its bot or owner does, or there is no account of this name.",
  "not-found": "No account has this name.",
};

function linkOnce(t, address, account) {
  return modal(t("Appointment"), [
    h("p", { class: "muted" }, account ? t("{name} accepts the appointment at this address, signed in. Nobody else can.", { name: account }) : t("Send this link to the referee, and to nobody else: it makes one person a referee, once. It is not shown again.")),
    linkLine(t, t("Link"), address),
  ], t("Close"));
}
