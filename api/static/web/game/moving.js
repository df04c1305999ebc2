// Moving to another browser: a link, or its QR code, that transfers the tokens of games. Its secret is in the fragment, which goes
// to no server, and works once. A seat with its own key is taken again there, with a new key; other tokens are exchanged.
import { Problem, post } from "../api.js";
import { button, h, modal } from "../ui.js";
import { SESSION, keepToken, tokensOf } from "../memory.js";
import { linkLine } from "./links.js";
import { sitDown } from "../seats.js";
import { cupOf } from "../cups.js";
import { qrCode } from "../qr.js";
import { seatOf } from "../standings.js";

const HOUR = 3600;
const MOST = 12;
const LINK = /^#move=(?<entries>.+)$/;
const ENTRY = /^(?<id>[0-9a-f]{32})\.(?<role>seat:\d{1,2}|organiser|analyst|auditor|referee:\d{1,3})\.(?<secret>[A-Za-z0-9_-]{20,120})\.(?<name>[^.]*)$/;

/** The transferable texts of a game {id, doc}, one per role; [] if one of them cannot move, because they move together. */
async function handedOver({ id, doc }) {
  if (cupOf(id)) return []; // the tournament's token is valid in all its games
  const held = Object.entries(tokensOf(id)).filter(([role, token]) => role !== "watcher" && token !== SESSION);
  const entries = await Promise.all(held.map(([role, token]) => entry(id, doc, role, token)));
  return entries.every(Boolean) ? entries : [];
}

async function entry(id, doc, role, token) {
  const seat = role.startsWith("seat:") ? doc.seats.find((one) => `seat:${one.seat}` === role) : null;
  if (seat && doc.status === "waiting") return null; // this browser still has to open the seed that it has committed to
  const code = seat?.key && (await codeFor(id, seat.seat, token));
  if (seat?.key && !code) return null;
  return [id, role, code || token, encodeURIComponent(seat?.name ?? "").replaceAll(".", "%2E").replaceAll("~", "%7E")].join(".");
}

/** A code with which to take the own seat again; null where substitutes are not allowed. */
async function codeFor(id, seat, token) {
  try {
    return (await post(`/v1/games/${id}/invitations`, { body: { seat, expires_in: HOUR }, token })).code;
  } catch (problem) {
    if (problem.kind !== "forbidden") throw problem;
    return null;
  }
}

/** {address, left}: a link that takes these games along to another browser, null if none can move; so many of them stay. */
export async function movingLink(games, origin = location.origin) {
  const entries = [];
  let left = 0;
  for (const game of games) {
    const of = await handedOver(game);
    entries.push(...of);
    left += of.length ? 0 : 1;
  }
  return { address: entries.length > 0 ? `${origin}/my#move=${entries.join("~")}` : null, left };
}

/** Show the link for these games; resolves when the window is closed. */
export async function moveAway({ t }, games) {
  const { address, left: unable } = await movingLink(games.slice(0, MOST));
  if (address === null) return modal(t("Continue on another device"), h("p", {}, t(STAYS)), t("Close"));
  const left = unable + Math.max(0, games.length - MOST);
  return modal(t("Continue on another device"), [
    h("p", {}, t("Open this link there, or point its camera at the picture. It gives your place away: show it to nobody else.")),
    h("div", { class: "qr-place" }, qrCode(address, t("QR code of the link"))),
    linkLine(t, t("Link"), address),
    h("p", { class: "muted" }, t("It works once, for the first person who opens it, so use it soon. From then on this browser can only watch.")),
    left > 0 && h("p", { class: "notice", "data-stay": left }, t("Games that stay here for now: {n}", { n: left }), " ", t(STAYS)),
  ], t("Close"));
}

const STAYS = "A game can be moved once it has begun; games of a tournament stay where you sat down.";

/** Ask somebody who opens such a link, then continue here. */
export async function movedHere(shell) {
  const { t } = shell;
  const { entries } = LINK.exec(location.hash)?.groups ?? {};
  if (!entries) return;
  history.replaceState(null, "", location.pathname + location.search);
  const moved = entries.split("~").flatMap(spelled);
  if (moved.length === 0) return shell.refuse(new Error(t("This link is incomplete.")));
  const yes = button(t("Continue here"), () => yes.closest("dialog").close("yes"), { class: "btn primary", "data-do": "take-over" });
  const contents = [
    h("p", {}, t("Games: {n}", { n: new Set(moved.map(({ id }) => id)).size })),
    h("p", {}, t("From now on you play them in this browser; the previous one can only watch.")),
    h("div", { class: "bar" }, yes),
  ];
  if ((await modal(t("Continue here?"), contents, t("Cancel"))) !== "yes") return;
  for (const one of moved) await shell.attempt(() => takeOver(t, one));
}

/** @returns {any[]} */
const spelled = (text) => (ENTRY.test(text) ? [ENTRY.exec(text).groups] : []);

async function takeOver(t, { id, role, secret, name }) {
  if (!secret.startsWith("ki_")) return exchange(id, role, secret);
  await sitDown(id, { name: decodeURIComponent(name) || t("Player"), seat: seatOf(role), code: secret, substitute: true });
}

/** The old token is revoked. If the response is lost, that is uncertain: then keeping the token is better than losing it. */
async function exchange(id, role, token) {
  try {
    const given = await post(`/v1/games/${id}/tokens/rotations`, { token });
    keepToken(id, given.role, given.token);
  } catch (problem) {
    if (!(problem instanceof Problem) && !tokensOf(id)[role]) keepToken(id, role, token);
    throw problem;
  }
}
