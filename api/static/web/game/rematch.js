// A rematch: each seat of a finished game offers or accepts it, and all move to one new table.
import { post } from "../api.js";
import { passing } from "../connection.js";
import { gameAddress } from "./links.js";
import { keepToken, tokensOf } from "../memory.js";
import { playerName } from "../starting.js";
import { namesOf, seatName } from "../standings.js";
import { sitDown } from "../seats.js";
import { h, modal, pause } from "../ui.js";

/** Milliseconds: the first and the longest poll interval, and the lifetime of an offer. */
const WAITS = { first: 1500, longest: 10_000, all: 600_000 };

/** Play again as the player of `seat`: with bots at once, with people once all of them have pressed it. */
export async function rematch(shell, { id, seats }, seat) {
  const found = await accepted(shell, id, seats, seat);
  if (!found) return;
  if (found.organiser_token) keepToken(found.game, "organiser", found.organiser_token);
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

/** {game, seat, code, organiser_token?} once everybody has accepted; null if not all did. Closing the window withdraws the answer. */
async function accepted({ t }, id, seats, seat) {
  const first = await answer(id, seat, true);
  if (first.game) return first;
  const status = h("p", { role: "status" });
  const tell = ({ waiting }) => (status.textContent = t("Waiting for: {names}", { names: namesOf(t, seats, waiting) }));
  tell(first);
  const about = h("p", { class: "muted" }, t("The game begins when everybody has pressed Rematch. The offer stands for ten minutes."));
  const closed = modal(t("Rematch"), [status, about], t("Cancel")).then(() => "closed");
  const found = await Promise.race([closed, inTheEnd(id, seat, tell, status)]).finally(() => status.closest("dialog")?.close());
  if (found !== "closed") return found;
  await answer(id, seat, false);
  return null;
}

const answer = (id, seat, accept) => post(`/v1/games/${id}/rematches`, { body: { accept }, token: tokensOf(id)[`seat:${seat}`] });

/** Poll less and less often while the window is open; null when the offer has lapsed. */
async function inTheEnd(id, seat, tell, status) {
  const end = Date.now() + WAITS.all;
  for (let wait = WAITS.first; Date.now() < end; wait = Math.min(wait * 1.3, WAITS.longest)) {
    await pause(wait);
    if (!status.isConnected) return null;
    const found = await answer(id, seat, true).catch((problem) => (passing(problem) ? {} : Promise.reject(problem)));
    if (found.game) return found;
    if (found.waiting) tell(found);
  }
  return null;
}
