// Whose session this browser has. Its cookie is out of reach of scripts, so the page remembers the account's name.
import { addressOf, forgetAccountRoles, remember, remembered } from "../memory.js";

const NAME = "account";
const changed = new Set();
/** Whose page this is: the id of an account; undefined for a guest.
 * @type {string | undefined} */
let whose;

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
  whose = me()?.id;
  for (const then of changed) then();
}

/** Signed in or out in another tab. A page of the account that was signed in, and its open windows, would act for the next one: it is loaded again. */
function changedElsewhere() {
  if (whose && me()?.id !== whose) location.reload();
  else tell();
}

whose = me()?.id;
addEventListener("storage", ({ key }) => (key === null || key === addressOf(NAME)) && changedElsewhere());
addEventListener("pageshow", ({ persisted }) => persisted && changedElsewhere()); // a stored page has heard nothing meanwhile
