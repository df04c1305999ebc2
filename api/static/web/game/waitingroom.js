// A table before its game begins: the invitation, who sits, whose seed is open, and the ways out; upon the game's own world.
import { signIn } from "../account/entrance.js";
import { decline } from "../account/invites.js";
import { me } from "../account/me.js";
import { button, h, show } from "../ui.js";
import { said } from "../i18n.js";
import { SESSION, inviterTo, tokensOf } from "../memory.js";
import { namesOf, seatName } from "../standings.js";
import { freeName, playerName } from "../starting.js";
import { sitDown, sitter } from "../seats.js";
import { breachOf } from "../trust/store.js";
import { invitations } from "./invitations.js";
import { inviteCard, signedLink } from "./invitecard.js";
import { personalLink } from "./personallink.js";
import { sittingForm } from "./sitting.js";
import { gameAddress } from "./links.js";
import { roomActions, seatRows } from "./roomseats.js";
import { titleOf } from "../rulesettitle.js";

/**
 * {node, terms, proof, notes, update(head, seat)}: `terms`, `proof` and `notes` are places for the clock's terms, for what is promised
 * about the draws, and for what delays the start; `invite` is the invitation by name of the account that looks, if it has one. `changed(seat)` is called after a seat is taken or freed; `leave()` leaves the own seat, `end()` ends the table.
 */
export function waitingRoom(shell, { id, ruleset, source, picture, invite, changed, leave, end }) {
  const { t } = shell;
  const room = { shell, id, ruleset, source, invite, changed, leave, end, barred: accountMissing, personal: personalLink(shell, id), others: null, form: null };
  room.others = invitations(shell, id, { hidden: room.personal.id });
  room.form = sittingAt(room);
  const { node, places, slots } = frame(t, picture);
  const update = (head, seat) => {
    const { doc } = head.now;
    if (doc.status !== "waiting") return toTheBoard(node);
    room.others.update(head);
    show(places.title, [t.lang, doc.seats, doc.to_reveal, seat], title(room, doc, seat));
    show(places.about, [t.lang, seat], facts(shell, ruleset, doc, seat));
    act(room, places.act, doc, seat);
    show(places.seats, [t.lang, doc.seats, doc.to_reveal, seat], seatRows(room, doc, seat));
    show(places.ways, [t.lang, doc.seats, seat], roomActions(room, doc, seat));
  };
  return { node, ...slots, update };
}

/** The room with its places, which are filled anew, and its slots, which take parts of the page. */
function frame(t, picture) {
  const places = { title: h("h2", {}), about: h("p", { class: "muted" }), act: h("div", { class: "room-act" }), seats: h("ul", { class: "room-seats", "aria-label": t("Seats") }), ways: h("div", { class: "row" }) };
  const slots = { terms: h("div", {}), proof: h("div", {}), notes: h("div", {}) };
  const seeds = h("p", { class: "muted" }, t("Each player's browser seals a secret number, the seed, and opens it when all are seated. Every draw is made of all of them, so nobody can choose it."));
  const proof = h("details", { class: "room-proof" }, h("summary", {}, t("How nobody can choose the draws")), slots.proof);
  const table = h("div", { class: "room-table" }, [places.seats, slots.notes, slots.terms, seeds, proof, places.ways]);
  const card = h("div", { class: "card room-card" }, [h("header", {}, places.title, places.about), places.act, table]);
  const node = h("section", { class: "room", id: "waiting-room", "aria-label": t("Before the game") }, [h("div", { class: "room-world" }, picture), h("div", { class: "room-body" }, card)]);
  return { node, places, slots };
}

/** The game has begun, or the table was ended: who was in the room is at the board. */
function toTheBoard(node) {
  if (node.contains(document.activeElement)) document.getElementById("board")?.focus();
  node.remove();
}

const freeOf = ({ seats }) => seats.filter(({ name }) => name === null);

function title({ shell: { t, lang }, id, ruleset, invite }, doc, seat) {
  const [free, game] = [freeOf(doc).length, titleOf(ruleset, lang)];
  if (doc.to_reveal.length) return t("The start waits for the seed of: {names}", { names: namesOf(t, doc.seats, doc.to_reveal) });
  if (free === 0) return t("The game begins.");
  if (seat !== null) return t("Waiting for {n} players", { n: free });
  const name = invite?.by?.name ?? inviterTo(id, doc.seats.map((one) => one.name));
  return name ? t("{name} invites you to {game}", { name, game }) : t("A table of {game}", { game });
}

/** What there is to know; somebody who is not seated yet reads about the game, too. */
const facts = ({ t, lang }, ruleset, { seats, visibility }, seat) => [
  t("{game}, {n} seats", { game: titleOf(ruleset, lang), n: seats.length }),
  t(visibility === "public" ? "public table" : "by invitation only"),
  seat === null && said(ruleset.about?.[1], lang),
].filter(Boolean).join(" · ");

/** The first thing to do here: invite, or sit down. */
function act(room, place, doc, seat) {
  const { shell: { t }, id, personal } = room;
  const free = freeOf(doc);
  const organises = Boolean(tokensOf(id).organiser);
  const open = doc.visibility === "public";
  const mayInvite = free.length > 0 && (organises || (open && seat !== null));
  const isBarred = accountMissing(doc);
  const maySit = free.length > 0 && !isBarred && (organises || open || room.invite !== null);
  const update = () => show(place, [t.lang, doc.seats, seat, personal.address("")], () => [
    seat === null && (maySit || (isBarred && free.length > 0)) && [h("h3", {}, t("Take a seat")), isBarred ? accountFirst(room) : room.form.node, room.invite && declining(room)],
    mayInvite && inviting(room, doc, seat, () => update()),
    maySit && seat !== null && !doc.accounts && h("details", { class: "room-more", open: wasOpen(room.form.node) }, h("summary", {}, t("Somebody else at this device")), room.form.node),
    free.length > 0 && !mayInvite && !maySit && h("p", { class: "muted" }, t("The organiser invites the others.")),
  ]);
  room.form.offer(doc);
  update();
  if (mayInvite && !open) personal.ask(free.length, update);
}

/** At some tables only people with an account sit down. */
const accountMissing = ({ accounts }) => accounts === "required" && !me();

const accountFirst = ({ shell }) => h("div", { class: "sitting", id: "account-first" }, [
  h("p", {}, shell.t("Only people with an account sit down at this table. Everybody may watch.")),
  h("div", { class: "bar" }, button(shell.t("Sign in"), () => signIn(shell), { class: "btn primary" })),
]);

const declining = ({ shell, invite }) => button(shell.t("Decline the invitation"), () => shell.attempt(() => decline(invite).then(() => shell.go("/my"))), { class: "btn quiet", "data-do": "decline-invite" });

function inviting({ shell: { t, lang }, id, ruleset, personal, others }, doc, seat, update) {
  const game = titleOf(ruleset, lang);
  const from = seat === null ? "" : seatName(t, doc.seats, seat);
  const open = doc.visibility === "public";
  const address = open ? signedLink(gameAddress(id), from) : personal.address(from);
  const about = open ? "Anyone who opens this link may sit down." : "This link seats one person, once. When they have sat down, here is the next one.";
  return [
    h("h3", {}, t("Invite somebody")),
    address && inviteCard(t, address, { about, title: game, text: from ? t("{name} invites you to {game}", { name: from, game }) : game }),
    !open && address && button(t("A new link in its place"), () => personal.renew(update), { class: "btn small quiet", "data-do": "renew-link" }),
    tokensOf(id).organiser && h("details", { class: "room-more", open: wasOpen(others.node) ?? isOwner(id) }, h("summary", {}, t(isOwner(id) ? "By name, or one link for one seat" : "One link for one seat")), others.node),
  ];
}

/** Whether the part around a form is open, so that it stays so when it is made anew; null before there is one. */
const wasOpen = (form) => form.closest("details")?.open ?? null;

/** Only an account that organises invites by name. */
const isOwner = (id) => tokensOf(id).organiser === SESSION;

/** {node, sit(at), offer(seat, name)}: one form for the whole time, so that what is typed stays when somebody else sits down. */
function sittingAt({ shell, id, ruleset, invite, changed }) {
  let [first, visibility] = [null, "public"];
  const form = sittingForm(shell, { sit: () => sit(first), ruleset: ruleset.id });
  async function sit(seat) {
    await shell.attempt(async () => {
      await sitDown(id, { name: form.name() || playerName(shell.t), seat, visibility, invited: invite !== null });
      await changed(seat);
    });
    if (breachOf(id)) await changed(null);
  }
  const offer = (doc) => {
    first = invite?.seat ?? doc.seats.find(({ name }) => name === null)?.seat;
    visibility = doc.visibility;
    form.offer(freeName(shell.t, doc.seats.map(({ name }) => name)), sitter(id));
  };
  return { node: form.node, sit, offer };
}
