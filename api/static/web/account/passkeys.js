// Ceremonies with passkeys: a challenge of the service, the browser's own window, and the answer, which the service checks.
import { once } from "./requests.js";

/** No passkey was presented, so nothing has happened. */
export class NoPasskey extends Error {
  kind = "no-passkey";
  title = "No passkey was used.";
}

const WHY = {
  NotAllowedError: "The window was closed, or it took too long. Nothing has changed.",
  InvalidStateError: "This device already has a passkey of this account.",
  ConstraintError: "This device cannot check that it is you: set up a screen lock or a PIN first.",
  NotSupportedError: "This device offers no passkey of a kind that Kronika accepts.",
  SecurityError: "Passkeys do not work at this address.",
};
const NONE = "This browser knows no passkeys. A newer one does.";

export const hasPasskeys = () => Boolean(globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON && navigator.credentials);

/** {challenge, credential}: a new passkey for this purpose, made by the browser. */
export const newPasskey = (purpose, more = {}) => ceremony({ for: purpose, ...more }, (options) => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));

/** {challenge, credential}: a passkey that exists, for "sign-in" or "assertion". */
export const presented = (purpose) => ceremony({ for: purpose }, (options) => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));

async function ceremony(body, ask) {
  if (!hasPasskeys()) throw new NoPasskey(NONE);
  const { challenge, options } = await once("/v1/challenges", body);
  const made = await ask(options).catch((problem) => Promise.reject(new NoPasskey(WHY[problem.name] ?? problem.message)));
  return { challenge, credential: made.toJSON() };
}

/**
 * What needs a passkey presented lately: where the service says that it was too long ago, the page asks for it and tries once more.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPasskey(work) {
  try {
    return await work();
  } catch (problem) {
    if (problem.kind !== "assertion-needed") throw problem;
  }
  await once("/v1/me/assertions", await presented("assertion"));
  return work();
}

/** "Firefox, Android": the label of a passkey made here, as long as nobody writes another. */
export function deviceLabel() {
  const named = (names) => names.find((name) => navigator.userAgent.includes(name)) ?? "";
  const browser = named(["Edg", "OPR", "Firefox", "Chrome", "Safari"]);
  const system = named(["Android", "iPhone", "iPad", "Windows", "Mac", "CrOS", "Linux"]);
  return [LONG[browser] ?? browser, LONG[system] ?? system].filter(Boolean).join(", ");
}

const LONG = { Edg: "Edge", OPR: "Opera", Mac: "macOS", CrOS: "ChromeOS" };
