// Inviting people to a waiting table: links with a single-use code, shown once; open ones can be revoked.
import { byName } from "../account/invites.js";
import { get, send } from "../api.js";
import { button, h, modal, select, show } from "../ui.js";
import { SESSION, tokensOf } from "../memory.js";
import { invite } from "../seats.js";
import { qrCode } from "../qr.js";
import { linkLine } from "./links.js";

/**
 * {node, update(head)}: visible to the holder of the organiser's token while seats are free. `place` is the resource of `id`,
 * "games" or "tournaments"; `ask(seat)` requests a code; the invitation `hidden()` is shown elsewhere.
 */
export function invitations(shell, id, { place = "games", token = tokensOf(id).organiser, ask = (seat) => invite(id, seat), hidden = () => null } = {}) {
  const { t } = shell;
  const path = `/v1/${place}/${id}/invitations`;
  const choice = h("span", {});
  const list = h("ul", { class: "invited-list", id: "invitations" });
  const seat = () => Number(choice.querySelector("select").value) || null;
  const write = button(t("Invite"), () => shell.attempt(async () => {
    await linkOnce(t, await ask(seat()));
    await read();
  }), { class: "btn small", "data-do": "invite" });
  const named = token === SESSION && byName(shell, { path, token, seat, then: read });
  const node = h("section", { class: "card inviting", "aria-label": t("Invitations") }, h("div", { class: "row" }, choice, write), named, list);
  const revoke = (one) => shell.attempt(async () => {
    await send("DELETE", `${path}/${one}`, { token });
    await read();
  });

  async function read() {
    const { invitations: open } = await get(path, { token });
    const listed = open.filter(({ invitation }) => invitation !== hidden());
    show(list, [shell.lang, listed], listed.map((one) => line(shell, one, revoke)));
  }

  let seen = 0;
  function update({ now: { doc } }) {
    const free = doc.status === "waiting" ? doc.seats.filter(({ name }) => name === null) : [];
    node.hidden = !token || free.length === 0;
    if (node.hidden || seen === doc.version) return;
    seen = doc.version;
    show(choice, [shell.lang, free], seatChoice(t, free));
    shell.attempt(read);
  }
  return { node, update };
}

function seatChoice(t, free) {
  const node = select("invited-seat", [["", t("Any free seat")], ...free.map(({ seat }) => [seat, t("Seat {n}", { n: seat })])], "");
  node.setAttribute("aria-label", t("Which seat"));
  return node;
}

const ONE_PERSON = "Send this link to the person you invite, and to nobody else: it seats one person, once. It is not shown again.";

/** The link of an invitation and its QR code, shown once. */
export function linkOnce(t, { url }, about = ONE_PERSON) {
  const address = location.origin + url;
  return modal(t("Invitation"), [
    h("p", { class: "muted" }, t(about)),
    linkLine(t, t("Link"), address),
    h("div", { class: "qr-place" }, qrCode(address, t("QR code of the link"))),
  ], t("Close"));
}

function line({ t, lang }, { invitation, seat, account, expires_at: until }, revoke) {
  const what = seat ? t("Seat {n}", { n: seat }) : t("Any free seat");
  const time = new Date(until).toLocaleDateString(lang === "en" ? undefined : lang, { dateStyle: "medium" });
  return h("li", { class: "row", "data-invitation": invitation }, [
    h("span", {}, account ? t("{name} is invited: {what}, until {time}", { name: account.name, what, time }) : t("Invitation open: {what}, until {time}", { what, time })),
    button(t("Revoke"), () => revoke(invitation), { class: "btn small quiet", "data-do": "revoke" }),
  ]);
}
