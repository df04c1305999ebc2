// This browser's tournaments: its tokens, its seats, and the games that these tokens open.
import { tokensAround } from "./around.js";
import { get, post } from "./api.js";
import { me } from "./account/me.js";
import { SESSION, forgetInvitation, guestToken, keepToken, remember, remembered, tokensOf } from "./memory.js";
import { addingToken, botName, freeName, sessionToken } from "./starting.js";

export const CUP_STATUS = { waiting: "waiting for players", playing: "under way", finished: "over" };

/** Tokens of a tournament by role: "seat:1", "organiser". Each counts in all of its games. */
export const cupTokens = (cup) => remembered("cups", {})[cup] ?? {};
export const heldCups = () => Object.keys(remembered("cups", {}));

function keepCupToken(cup, role, token) {
  const all = remembered("cups", {});
  remember("cups", { ...all, [cup]: { ...all[cup], [role]: token } });
}

/** This browser's role in the tournament: its seat, or organiser. */
export const cupRole = (cup) => Object.keys(cupTokens(cup)).sort().find((role) => role.startsWith("seat:")) ?? "organiser";

/** The tournament that a game belongs to, if this browser takes part in it. */
export const cupOf = (game) => remembered("cup-games", {})[game];

/** The current tournament; saves the tokens for games that have begun. */
export async function readCup(cup) {
  const tokens = cupTokens(cup);
  const doc = await get(`/v1/tournaments/${cup}`, { token: tokens[cupRole(cup)] ?? guestToken(cup) });
  for (const { id } of doc.games) adopt(cup, id, tokens);
  return doc;
}

function adopt(cup, game, tokens) {
  const news = Object.entries(tokens).filter(([role, token]) => tokensOf(game)[role] !== token);
  for (const [role, token] of news) keepToken(game, role, token);
  if (news.length > 0) remember("cup-games", { ...remembered("cup-games", {}), [game]: cup });
}

/** Games that began while this browser was not looking. */
export async function adoptGames() {
  await Promise.all(heldCups().map((cup) => readCup(cup).catch(() => {})));
}

/** A code of one use for a seat of the tournament, or for any. */
export function inviteToCup(cup, seat = null) {
  return post(`/v1/tournaments/${cup}/invitations`, { body: seat ? { seat } : {}, token: cupTokens(cup).organiser });
}

/** Take a seat in all games, for the account that is signed in, unless it has one there, or for a guest. A private tournament needs an invitation code; the organiser creates one for themselves. */
export async function enterCup(cup, { name = undefined, seat = undefined, visibility = "public", code = undefined }) {
  const invitation = code ?? (visibility === "private" ? (await inviteToCup(cup, seat)).code : undefined);
  const account = cupSitter(cup);
  const body = { ...(account ? {} : { name }), seat, invitation, tokens: await tokensAround("tournaments", cup) };
  const taken = await post(`/v1/tournaments/${cup}/seats`, { token: account ? SESSION : undefined, body });
  keepCupToken(cup, `seat:${taken.seat}`, taken.token ?? SESSION);
  forgetInvitation(cup);
}

/** The account that sits down; null for a guest, who may also be somebody else at a device whose account has a seat already. */
export function cupSitter(cup) {
  const sits = Object.entries(cupTokens(cup)).some(([role, token]) => role.startsWith("seat:") && token === SESSION);
  return sits ? null : me();
}

export function seatCupBot(t, cup, seat, kind) {
  return post(`/v1/tournaments/${cup}/seats`, { body: { name: botName(t, seat), seat, bot: kind }, token: cupTokens(cup).organiser });
}

/** Create a tournament and fill its seats: `seats` has "me", "open" or a kind of bot for each. Returns the id. */
export async function startCup(t, { seats, ...terms }) {
  const made = await post("/v1/tournaments", { body: { ...terms, seats: seats.length }, token: addingToken(terms) ?? sessionToken() });
  keepCupToken(made.id, "organiser", made.organiser_token ?? SESSION);
  const names = [];
  for (const [i, who] of seats.entries()) {
    if (who === "me") await enterCup(made.id, { name: freeName(t, names), seat: i + 1, visibility: terms.visibility });
    else if (who !== "open") await seatCupBot(t, made.id, i + 1, who);
  }
  return made.id;
}
