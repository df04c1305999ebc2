// The page that an invitation opens: who invites to what, with a picture of the game, and one button to take the seat.
import { Problem, get } from "../api.js";
import { field, h, pageLink, select } from "../ui.js";
import { optionWords, optionsOf } from "../agreed.js";
import { same } from "../audit/bytes.js";
import { clockPill, termList } from "../clock/terms.js";
import { said } from "../i18n.js";
import { forgetInvitation, inviterTo } from "../memory.js";
import { isOpen } from "../standings.js";
import { nameAt, playerName } from "../starting.js";
import { sitDown, sitter } from "../seats.js";
import { breachNotice } from "../trust/breach.js";
import { witnessedLine } from "../trust/witnessed.js";
import { gameAddress } from "./links.js";
import { sittingForm } from "./sitting.js";
import { titleOf } from "../rulesettitle.js";

/** Whether the code says what to show: the invitation, or that it is open no longer. `pictureOf(ruleset)` is a picture of the game. */
export async function invited(root, shell, id, code, pictureOf) {
  const found = await get(`/v1/invitations/${code}`).catch((problem) => problem);
  if (found instanceof Problem && found.kind === "not-found") return openNoLonger(root, shell, id);
  if (found instanceof Error) shell.refuse(found);
  else if (found.game === id) return door(root, shell, { id, code, found, pictureOf });
  else forgetInvitation(id); // a manipulated link: its code belongs to another table
  return false;
}

async function door(root, shell, { id, code, found, pictureOf }) {
  const ruleset = await shell.rulesets.one(found.ruleset);
  const picture = await pictureOf(ruleset);
  const entry = JSON.parse(found.entry).d;
  const breach = breachNotice(shell.t, id);
  const title = heading(shell, id, ruleset, found.players);
  shell.title(title);
  root.replaceChildren(h("section", { class: "card invited", id: "invited" }, [
    h("div", { class: "invited-picture" }, picture),
    h("div", { class: "invited-text" }, [
      h("h1", {}, title),
      h("p", { class: "lead" }, seatsInWords(shell.t, found)),
      h("p", { class: "muted" }, said(ruleset.about?.[1], shell.lang)),
      agreedOn(shell, ruleset, found, entry),
      breach.node,
      seatForm(shell, { id, code, found, breach, open: entry.visibility === "public" }),
      h("details", { class: "room-more" }, h("summary", {}, shell.t("How nobody can choose the draws")), witnessedLine(shell.t, entry.witnessed)),
      h("p", { class: "muted" }, shell.t("Open until {time}", { time: new Date(found.expires_at).toLocaleString(shell.lang === "en" ? undefined : shell.lang, { dateStyle: "long", timeStyle: "short" }) })),
    ]),
  ]));
  return true;
}

function heading({ t, lang }, id, ruleset, players) {
  const game = titleOf(ruleset, lang);
  const name = inviterTo(id, players);
  return name ? t("{name} invites you to {game}", { name, game }) : t("You are invited to {game}", { game });
}

/** "For 3 players; one seat is free. Ala and Bo sit there." */
function seatsInWords(t, found) {
  if (substitutes(found)) return t("You take over from somebody: the game has begun.");
  const who = found.players.length > 0 && t("At the table: {names}.", { names: found.players.join(", ") });
  return [t("For {n} players.", { n: found.seats }), t("{n} seats are free.", { n: found.free.length }), who].filter(Boolean).join(" ");
}

const substitutes = ({ seat, free }) => seat !== null && !free.includes(seat);

/** The clock, and the options of this table that differ from the defaults. */
function agreedOn({ t }, ruleset, { options: agreed }, { clock }) {
  const texts = optionWords(ruleset, t);
  const others = optionsOf(ruleset).filter(([name, schema]) => name in agreed && !same(agreed[name], schema.default));
  const all = others.map(([name]) => `${texts.name(name)}: ${texts.value(name, agreed[name])}`);
  return [
    all.length > 0 && h("p", { class: "muted", id: "agreed" }, all.join(" · ")),
    clock && h("details", { class: "clock-agreed" }, h("summary", {}, clockPill(t, clock)), termList(t, clock)),
  ];
}

function seatForm(shell, { id, code, found, breach, open }) {
  const { t } = shell;
  const choice = found.seat === null && found.free.length > 1 && select("seat", found.free.map((n) => [n, t("Seat {n}", { n })]), "");
  const chosen = () => (choice ? Number(choice.value) : (found.seat ?? found.free[0]));
  const sit = () => shell.attempt(async () => {
    const seat = chosen();
    await sitDown(id, { name: nameAt(t, form.name(), seat), seat, code, substitute: substitutes(found) });
    await shell.go(gameAddress(id, `seat:${seat}`));
  }).then(breach.update);
  const places = choice ? field(t("Which seat"), choice) : found.seat !== null && h("p", {}, t("Your seat: {n}", { n: found.seat }));
  const form = sittingForm(shell, { sit, ruleset: found.ruleset, places, watch: open && gameAddress(id, "spectator") });
  form.offer(playerName(t), sitter(id));
  return form.node;
}

/** It was used, revoked, or has run out. */
async function openNoLonger(root, shell, id) {
  const { t } = shell;
  const game = await get(`/v1/games/${id}`).catch(() => ({ seats: [] }));
  const name = inviterTo(id, game.seats.map((one) => one.name));
  forgetInvitation(id);
  shell.title(t("This invitation is no longer open"));
  root.replaceChildren(h("section", { class: "card door", id: "invitation-gone" }, [
    h("h1", {}, t("This invitation is no longer open")),
    h("p", {}, t("Each invitation seats one person, once. This one was used or taken back, or its time is over.")),
    h("p", {}, name ? t("Ask {name} for a new link.", { name }) : t("Ask whoever sent it for a new link.")),
    h("div", { class: "bar" }, [
      pageLink("/", t("To the lobby"), { class: "btn primary" }),
      isOpen(game) && pageLink(gameAddress(id, "spectator"), t("Look at the game"), { class: "btn" }),
    ]),
  ]));
  return true;
}
