// A private table's link for the next guest: made when its organiser opens the waiting room, and again when it has been used.
import { get, send } from "../api.js";
import { remember, remembered, tokensOf } from "../memory.js";
import { invite } from "../seats.js";
import { signedLink } from "./invitecard.js";

/**
 * {ask(free, then), renew(then), id(), address(from)}: `ask` makes sure that there is an open invitation, once for each number of free seats;
 * `renew` revokes it for a new one; both call `then` when there is one. `address` is its link, "" before. The service gives a code only once,
 * so this browser stores it beside the organiser's token.
 */
export function personalLink(shell, id) {
  const token = tokensOf(id).organiser;
  const path = `/v1/games/${id}/invitations`;
  let asked = null;
  let made = null;

  async function make() {
    const { invitation, url } = await invite(id);
    remember("guests", { ...remembered("guests", {}), [id]: { invitation, url } });
    return { invitation, url };
  }

  async function open() {
    const stored = remembered("guests", {})[id];
    const { invitations } = await get(path, { token });
    return stored && invitations.some(({ invitation }) => invitation === stored.invitation) ? stored : make();
  }

  const found = (work, then) => shell.attempt(async () => {
    made = await work();
    then();
  });

  function ask(free, then) {
    if (asked !== free) void found(open, then);
    asked = free;
  }
  const renew = (then) => found(async () => (await send("DELETE", `${path}/${made.invitation}`, { token }), make()), then);
  return { ask, renew, id: () => made?.invitation, address: (from) => (made ? signedLink(made.url, from) : "") };
}
