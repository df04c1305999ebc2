// Requests of the account that is signed in: its session speaks, never a token.
import { get, getBytes, send } from "../api.js";
import { SESSION as token } from "../memory.js";

export const ask = (path) => get(path, { token });
export const readBytes = (path, accept) => getBytes(path, { token, accept });

/** For what gives a secret out, or works once: it is not sent again. */
export const once = (path, body = {}) => send("POST", path, { token, body, once: true });

/** With a key, so that it may be sent again. */
export const make = (path, body) => send("POST", path, { token, body });
export const put = (path, body) => send("PUT", path, { token, body });
export const remove = (path) => send("DELETE", path, { token, once: true });
