// Whose session this browser has. Its cookie is out of reach of scripts, so the page remembers the account's name.
import { addressOf, forgetAccountRoles, remember, remembered } from "../memory.js";

const NAME = "account";
const changed = new Set();

/** The only origin at which passkeys work; "" where the service has no accounts. */
export const accountsOrigin = () => document.querySelector("meta[name=accounts]")?.getAttribute("content") ?? "";

/** Whether passkeys work at this address. */
export const passkeysWork = () => location.origin === accountsOrigin();

/** {id, name} of who is signed in here; null for a guest. */
export const me = () => (accountsOrigin() ? remembered(NAME, null) : null);

/** Somebody is signed in from now on, or with null nobody is. */
export function become(account) {
  if (account?.id !== me()?.id) forgetAccountRoles();
  remember(NAME, account && { id: account.id, name: account.name });
  tell();
}

/** Call `then` whenever somebody signs in or out, or is renamed, here or in another tab; returns the function that ends it. */
export function watchMe(then) {
  changed.add(then);
  return () => changed.delete(then);
}

function tell() {
  for (const then of changed) then();
}

addEventListener("storage", ({ key }) => key === addressOf(NAME) && tell());
