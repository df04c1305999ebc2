// Invitations by name: those that the account that is signed in has, and making them.
import { post } from "../api.js";
import { button, field, h, on } from "../ui.js";
import { me } from "./me.js";
import { ask, remove } from "./requests.js";
import { ended } from "./session.js";
import { saying } from "./window.js";

const MINE = "/v1/me/invitations";
const LONGEST = 24;

/** The open ones, the newest first: [{invitation, game, tournament, seat, by}]; none for a guest. */
export async function invitesOfMine(shell) {
  const found = me() && (await ask(MINE).catch((problem) => ended(shell, problem)));
  return found ? found.invitations : [];
}

/** The one to this game or tournament, or null. */
export async function inviteTo(shell, place) {
  const all = await invitesOfMine(shell).catch(() => []); // without it the page is a spectator's
  return all.find(({ game, tournament }) => (game ?? tournament) === place) ?? null;
}

export const decline = ({ invitation }) => remove(`${MINE}/${invitation}`);

const REFUSED = {
  forbidden: "There is no account of this name that takes invitations from you: people choose who may invite them. A link works for everybody.",
  "gone-elsewhere": "This account has declined, or you have invited 20 people within a day. A link works for everybody.",
};

/** A form that invites an account to `seat()`, null for any; `path` has the invitations, `then()` follows. */
export function byName(shell, { path, token, seat, then }) {
  const { t } = shell;
  const input = h("input", { name: "account", required: true, maxlength: LONGEST, autocomplete: "off", spellcheck: "false" });
  const work = () => form.reportValidity() && shell.attempt(async () => {
    const account = input.value.trim();
    await saying(() => post(path, { token, body: { account, seat: seat() ?? undefined } }), REFUSED);
    input.value = "";
    shell.announce(t("{name} is invited.", { name: account }));
    await then();
  });
  const send = button(t("Invite by name"), work, { class: "btn small", "data-do": "invite-by-name" });
  const form = h("form", { class: "row by-name" }, field(t("Account name"), input), send);
  return on(form, "submit", (event) => {
    event.preventDefault();
    send.click();
  });
}
