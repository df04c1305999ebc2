// A rematch: each seat of a finished game offers or accepts it, and all move to one new table.
import { get, post } from "../api.js";
import { passing } from "../connection.js";
import { gameAddress } from "./links.js";
import { SESSION, keepToken, tokensOf } from "../memory.js";
import { playerName } from "../starting.js";
import { namesOf, seatName } from "../standings.js";
import { sitDown } from "../seats.js";
import { h, modal, pause } from "../ui.js";

/** Milliseconds: the first and the longest interval between two looks at an offer. */
const WAITS = { first: 1500, longest: 10_000 };

const path = (id) => `/v1/games/${id}/rematches`;
const tokenOf = (id, seat) => tokensOf(id)[`seat:${seat}`];
/** Accept a rematch, or decline it: {waiting}, or the own seat at the new table. */
export const answer = (id, seat, accept) => post(path(id), { body: { accept }, token: tokenOf(id, seat) });
/** What is being offered: {offered_by, waiting, declined, expires_at, game}. */
export const offered = (id, seat) => get(path(id), { token: tokenOf(id, seat) });

/** Play again as the player of `seat`: with bots at once, with people once all of them have accepted. */
export async function rematch(shell, { id, seats }, seat) {
  const first = await answer(id, seat, true);
  const found = first.game ? first : await agreedWithAll(shell, id, seats, seat);
  if (!found) return;
  if (found.organiser_token !== undefined) keepToken(found.game, "organiser", found.organiser_token ?? SESSION);
  const seated = tokensOf(found.game)[`seat:${found.seat}`];
  if (!seated) await sitDown(found.game, { name: nameAgain(shell.t, seats, seat), seat: found.seat, code: found.code });
  await shell.go(gameAddress(found.game, `seat:${found.seat}`));
}

/** The previous name. In older games several players may share one; a name hidden by the operator is "#2". */
function nameAgain(t, seats, seat) {
  const name = seatName(t, seats, seat);
  const shared = seats.some((one) => one.seat !== seat && one.name?.toLowerCase() === name.toLowerCase());
  return shared || name === `#${seat}` ? `${playerName(t)} ${seat}` : name;
}

/** {game, seat, code, organiser_token?} (null for an account that organises) once everybody has accepted; null if not all did. Closing the window withdraws the answer. */
async function agreedWithAll({ t }, id, seats, seat) {
  const status = h("p", { role: "status" });
  const about = h("p", { class: "muted" }, t("The new game begins when everybody has accepted. The offer stands for ten minutes."));
  const tell = (offer) => (status.textContent = stateOf(t, seats, offer));
  const closed = modal(t("Rematch"), [status, about], t("Cancel")).then(() => "closed");
  const found = await Promise.race([closed, inTheEnd(id, seat, tell, status)]).finally(() => status.closest("dialog")?.close());
  if (found !== "closed") return found;
  await answer(id, seat, false);
  return null;
}

/** Who has declined is said before who is still thinking. */
function stateOf(t, seats, { waiting, declined }) {
  const thinking = waiting.filter((one) => !declined.includes(one));
  return [
    declined.length > 0 && t("No rematch for now: {names}", { names: namesOf(t, seats, declined) }),
    thinking.length > 0 && t("Waiting for: {names}", { names: namesOf(t, seats, thinking) }),
  ].filter(Boolean).join(" · ");
}

/** Look less and less often while the window is open; null when the offer has lapsed. */
async function inTheEnd(id, seat, tell, status) {
  for (let wait = WAITS.first; ; wait = Math.min(wait * 1.3, WAITS.longest)) {
    const offer = await offered(id, seat).catch((problem) => (passing(problem) ? null : Promise.reject(problem)));
    if (!status.isConnected) return null;
    if (offer?.game) return answer(id, seat, true);
    if (offer && offer.offered_by === null) return null;
    if (offer) tell(offer);
    await pause(wait);
  }
}
