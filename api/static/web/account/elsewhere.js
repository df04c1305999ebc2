// At another address than its own the service cannot use passkeys: why, and the way to the right one, with everything that is held here.
import { movingLink } from "../game/moving.js";
import { heldGames } from "../memory.js";
import { readGames } from "../places/reading.js";
import { isOver } from "../standings.js";
import { button, h, modal } from "../ui.js";
import { accountsOrigin } from "./me.js";
import { troubles } from "./window.js";

export function elsewhere(shell) {
  const { t } = shell;
  const there = accountsOrigin();
  const trouble = troubles(shell);
  const go = button(t("Continue at {host}", { host: new URL(there).host }), () => trouble.attempt(() => takeAlong(there)), { class: "btn primary", "data-do": "go-there" });
  return modal(t("Sign in at another address"), h("div", { class: "account-window" }, [
    h("p", {}, t("A passkey belongs to one address: Kronika's is {there}. This page is open at {here}, where browsers cannot use it.", { there, here: location.origin })),
    heldGames().length > 0 && h("p", { class: "muted" }, t("Your games come along, and from then on this address can only watch them. Games that have not begun, and those of a tournament, stay here.")),
    trouble.node,
    h("div", { class: "bar" }, go),
  ]), t("Cancel"));
}

async function takeAlong(origin) {
  const games = new Map();
  await readGames(heldGames(), games, () => {});
  const { address } = await movingLink([...games.values()].filter(({ doc }) => doc && !isOver(doc)), origin);
  location.assign(address ?? `${origin}/my`);
}
