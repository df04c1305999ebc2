// Creates a table, for the new-game page and the lobby's quick start. People take their seats themselves; bots are seated.
import { me } from "./account/me.js";
import { post } from "./api.js";
import { SESSION, keepToken, remembered, tokensOf } from "./memory.js";
import { sitDown } from "./seats.js";

export function playerName(t) {
  return me()?.name || remembered("name", "") || t("Player");
}

/** The entered name; without one, the seat number distinguishes the player from others, whose names are unknown here. */
export const nameAt = (t, typed, seat) => (typed && typed !== t("Player") ? typed : `${t("Player")} ${seat}`);

/** The player's name, with a number if it is in `taken`: one person may have several seats. */
export function freeName(t, taken) {
  const [name, others] = [playerName(t), taken.map((one) => one?.toLowerCase())];
  let free = name;
  for (let n = 2; others.includes(free.toLowerCase()); n++) free = `${name} ${n}`;
  taken.push(free);
  return free;
}

/**
 * Of the meeting's organiser, with which a table or tournament is added to it.
 * @param {{meeting?: string}} wish
 */
export const addingToken = ({ meeting }) => (meeting ? tokensOf(meeting).organiser : undefined);

/** What makes a table the account's that is signed in; undefined for a guest. */
export const sessionToken = () => (me() ? SESSION : undefined);

/**
 * Create a game and fill its seats. `seats` has one of "me", "open", "random", "greedy", "search" for each seat. Returns the id.
 */
export async function startGame(t, wish) {
  const { seats, ...body } = wish;
  const { visibility } = body;
  const made = await post("/v1/games", { body: { ...body, seats: seats.length }, token: addingToken(body) ?? sessionToken() });
  keepToken(made.id, "organiser", made.organiser_token ?? SESSION);
  const names = [];
  for (const [i, who] of seats.entries()) {
    if (who === "me") await sitDown(made.id, { name: freeName(t, names), seat: i + 1, visibility });
    else if (who !== "open") await seatBot(made.id, t, i + 1, who).catch(unlessTaken);
  }
  return made.id;
}

/** At a public table somebody may have been faster than the bot, and is welcome. */
function unlessTaken(problem) {
  if (problem.kind !== "gone-elsewhere") throw problem;
}

export function seatBot(id, t, seat, kind) {
  return post(`/v1/games/${id}/seats`, { body: { name: botName(t, seat), seat, bot: kind }, token: tokensOf(id).organiser });
}

/** Bots to choose from, by their kind. */
export const BOT_KINDS = { greedy: "Bot, thoughtful", search: "Bot, looking ahead", random: "Bot, random" };

export const botName = (t, seat) => `${BOT_NAMES[(seat - 1) % BOT_NAMES.length]} (${t("bot")})`;

const BOT_NAMES = ["Ada", "Bo", "Cleo", "Dag", "Ewa", "Finn"];
