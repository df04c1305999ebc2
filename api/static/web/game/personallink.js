// A private table's link for the next guest: made when its organiser opens the waiting room, and again when it has been used.
import { get } from "../api.js";
import { remember, remembered, tokensOf } from "../memory.js";
import { invite } from "../seats.js";
import { signedLink } from "./invitecard.js";

/**
 * {ask(free, then), address(from)}: `ask` makes sure that there is an open invitation, once for each number of free seats, and calls `then`;
 * `address` is its link, "" before. The service gives a code only once, so this browser stores it beside the organiser's token.
 */
export function personalLink(shell, id) {
  const token = tokensOf(id).organiser;
  let asked = null;
  let made = null;

  async function open() {
    const stored = remembered("guests", {})[id];
    const { invitations } = await get(`/v1/games/${id}/invitations`, { token });
    if (stored && invitations.some(({ invitation }) => invitation === stored.invitation)) return stored;
    const { invitation, url } = await invite(id);
    remember("guests", { ...remembered("guests", {}), [id]: { invitation, url } });
    return { invitation, url };
  }

  function ask(free, then) {
    if (asked === free) return;
    asked = free;
    void shell.attempt(async () => {
      made = await open();
      then();
    });
  }
  return { ask, address: (from) => (made ? signedLink(made.url, from) : "") };
}
