// HTTP client of the service: JSON over fetch, refusals as Problem, Server-Sent Events read with fetch,
// so that tokens are sent in a header and never in an address.
import { pause, randomHex } from "./ui.js";
import { SILENCE, Unreachable, heard, lineState, lost, passing, recalled } from "./connection.js";
import { SESSION } from "./memory.js";
import { heardTime } from "./clock/servicetime.js";

/** A refusal: the service's problem+json. */
export class Problem extends Error {
  status = 0;
  kind = "";
  /** @type {string | undefined} */
  rule;
  /** Seconds after which to ask again, where the service says so.
   * @type {number | null} */
  retryAfter = null;
  /** Of `too-early`: from when on it may be done (milliseconds), and the games that prevent it.
   * @type {number | undefined} */
  until;
  /** @type {string[] | undefined} */
  games;
  /** Of `unauthenticated`: when a recovery code was used that ended the session.
   * @type {string | undefined} */
  recoveredAt;

  constructor(status, body, retryAfter = null) {
    super(body.detail ?? body.title ?? `HTTP ${status}`);
    const { title, rule, checkpoint, until, games, recovered_at: recoveredAt } = body;
    Object.assign(this, { status, title, rule, checkpoint, until, games, recoveredAt, retryAfter, kind: (body.type ?? "").split("/").pop() });
  }
}

/** The event of the window when the service refused the session, or ended one of its streams: perhaps because it ended the session. */
export const SESSION_DOUBTED = "session-doubted";

/**
 * The cookie of a session is sent only where the session is to speak: a token speaks for its seat alone, and a guest has neither.
 * @returns {RequestCredentials}
 */
const credentials = (token) => (token === SESSION ? "same-origin" : "omit");

function headers(token, more = {}) {
  const lang = document.documentElement.lang; // the page's language, for the titles of refusals
  return { "Accept-Language": lang, ...(token && token !== SESSION ? { Authorization: `Bearer ${token}` } : {}), ...more };
}

/**
 * The request options for the holder of this token. Responses to a token bypass the browser's cache both ways.
 * @returns {RequestInit}
 */
function asking(token, more) {
  return { headers: headers(token, more), credentials: credentials(token), ...(token ? { cache: "no-store" } : {}) };
}

async function checked(answer) {
  if (answer.ok) return answer;
  const body = await answer.json().catch(() => ({}));
  throw new Problem(answer.status, body, Number(answer.headers.get("Retry-After")) || null);
}

/** The worker of the installed page says so on what it had stored: since when. */
const STORED = "Kronika-Kept-At";
const TOO_MANY = 429;
const TRIES = 4;
const LONGEST_WAIT = 60;
/** Timeouts in milliseconds: for the start of a response, then for its end. */
const PATIENCE = { begin: 30_000, end: 120_000 };

/**
 * Send a request and read the response. After 429, which others at the same address can cause, wait and try again.
 * @template T
 * @param {string} path
 * @param {RequestInit} request
 * @param {(answer: Response) => Promise<T>} read
 * @returns {Promise<T>}
 */
async function exchange(path, request, read) {
  for (let tries = 1; ; tries++) {
    const line = patiently(request.signal);
    try {
      const sent = performance.now();
      const answer = await line.answered(fetch(path, { ...request, signal: line.signal }));
      heardTime(answer.headers.get("Kronika-Now"), sent);
      const seconds = Number(answer.headers.get("Retry-After"));
      if (answer.status !== TOO_MANY || tries === TRIES || !(seconds <= LONGEST_WAIT)) return await line.read(answer, read);
      await pause(seconds * 1000);
    } finally {
      line.end();
    }
  }
}

/**
 * One exchange, with timeouts; reports success or failure to the page's connection state.
 * @param {AbortSignal | null} [wanted]
 */
function patiently(wanted) {
  const limit = new AbortController();
  const dead = lineState().kind === "live" ? PATIENCE.begin : SILENCE; // a connection from before the break may be dead
  let timer = setTimeout(() => limit.abort(), dead);
  const failed = (problem) => {
    if (wanted?.aborted) throw problem;
    const failure = problem instanceof Problem ? problem : new Unreachable(problem.message);
    if (passing(failure)) lost();
    else heard();
    throw failure;
  };
  return {
    signal: wanted ? AbortSignal.any([wanted, limit.signal]) : limit.signal,
    async answered(answering) {
      const answer = await answering.catch(failed);
      clearTimeout(timer);
      timer = setTimeout(() => limit.abort(), PATIENCE.end);
      return answer;
    },
    async read(answer, read) {
      const found = await checked(answer).then(read).catch(failed);
      const stored = answer.headers.get(STORED);
      if (stored === null) heard();
      else recalled(Number(stored));
      return found;
    },
    end: () => clearTimeout(timer),
  };
}

/**
 * @param {string} path
 * @param {{token?: string, signal?: AbortSignal, accept?: string}} [how]
 */
export function get(path, { token, signal, accept = "application/json" } = {}) {
  return exchange(path, { ...asking(token, { Accept: accept }), signal }, (answer) => answer.json());
}

/** What is new in a game after a version; everything after none. */
export const newsOf = (id, lang, after = 0, more = {}) => `/v1/games/${id}/news?${new URLSearchParams({ lang, after: String(after), ...more })}`;

/**
 * @param {string} path
 * @param {{token?: string, accept?: string}} [how]
 */
export function getText(path, { token, accept = "*/*" } = {}) {
  return exchange(path, asking(token, { Accept: accept }), (answer) => answer.text());
}

/**
 * @param {string} path
 * @param {{token?: string, signal?: AbortSignal, accept?: string}} how
 */
export function getBytes(path, { token, signal, accept }) {
  return exchange(path, { ...asking(token, { Accept: accept }), signal }, async (answer) => new Uint8Array(await answer.arrayBuffer()));
}

/**
 * Send a write request. It has an idempotency key, so a retry after a lost response does nothing twice. It is retried here
 * once at once; callers that pass their own `key` may retry as often as they like. What works `once` has neither key nor retry.
 * @param {string} method
 * @param {string} path
 * @param {{token?: string, body?: any, type?: string, match?: number, key?: string, once?: boolean, wanted?: () => boolean}} [what] `match`: the version that it
 *   depends on; `wanted`: whether to retry
 */
export async function send(method, path, { token, body, type = "application/json", match, key = randomHex(16), once = false, wanted = () => !once } = {}) {
  const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const content = { ...(sent === undefined ? {} : { "Content-Type": type }), ...(match ? { "If-Match": `"${match}"` } : {}) };
  const own = once ? content : { ...content, "Idempotency-Key": key };
  const request = { method, body: sent, headers: headers(token, own), credentials: credentials(token) };
  const attempt = () => exchange(path, request, (answer) => (answer.status === 204 ? Promise.resolve(null) : answer.json()));
  return attempt().catch((problem) => {
    if (token === SESSION && problem.kind === "unauthenticated") dispatchEvent(new Event(SESSION_DOUBTED));
    if (problem instanceof Unreachable && wanted()) return attempt();
    throw problem;
  });
}

export const post = (path, more) => send("POST", path, more);

const LISTENING = 1000;

/**
 * The events of a stream: {id, type, data}. Ends with the stream, or when it has been silent for too long; throws Problem if
 * it is refused.
 * @param {string} path
 * @param {{token?: string, after?: number, signal: AbortSignal, opened?: () => void}} how `opened`: no event is missed from now on
 * @returns {AsyncGenerator<{id?: string, type: string, data?: string}>}
 */
export async function* stream(path, { token, after, signal, opened }) {
  const resume = after === undefined ? {} : { "Last-Event-ID": String(after) };
  const dead = new AbortController();
  const how = asking(token, { Accept: "text/event-stream", ...resume });
  /** @type {RequestInit} */
  const request = { ...how, priority: "low", signal: AbortSignal.any([signal, dead.signal]) }; // a page that opens needs its files first
  const watch = watchdog(() => dead.abort());
  try {
    const answer = await checked(await fetch(path, request));
    if (answer.status === 204) return;
    opened?.();
    for await (const block of blocks(answer.body, watch.fed)) {
      const event = parsed(block);
      if (event.now !== undefined) heardTime(event.now, -Infinity);
      if (event.data !== undefined) yield event;
    }
    if (token === SESSION) dispatchEvent(new Event(SESSION_DOUBTED));
  } finally {
    watch.end();
  }
}

/** Checks at intervals when data last arrived: one long timer would be suspended with the machine. */
function watchdog(bark) {
  let fed = Date.now();
  const look = () => {
    if (Date.now() - fed < SILENCE) return;
    lost();
    bark();
  };
  const timer = setInterval(look, LISTENING);
  const feed = () => {
    fed = Date.now();
    heard();
  };
  return { fed: feed, end: () => clearInterval(timer) };
}

async function* blocks(body, fed) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    fed();
    const parts = (held + value).split("\n\n");
    held = parts.pop();
    yield* parts;
  }
}

/** {type, id?, data?, now?}: `now` is the service's time, from a comment. */
function parsed(block) {
  const event = { type: "message" };
  for (const line of block.split("\n")) {
    const { field, comment, value } = /^(?:(?<field>id|event|data):|: (?<comment>now)) ?(?<value>.*)$/.exec(line)?.groups ?? {};
    const name = field === "event" ? "type" : (field ?? comment);
    if (name) event[name] = value;
  }
  return event;
}
