// The service as this page sees it: JSON over fetch, refusals as Problem, Server-Sent Events read with fetch,
// so that tokens travel in a header and never in an address.
import { randomHex } from "./ui.js";

/** A refusal: problem+json as the service told it. */
export class Problem extends Error {
  kind = "";
  /** @type {string | undefined} */
  rule;

  constructor(status, body) {
    super(body.detail ?? body.title ?? `HTTP ${status}`);
    const { title, rule, checkpoint } = body;
    Object.assign(this, { status, title, rule, checkpoint, kind: (body.type ?? "").split("/").pop() });
  }
}

function headers(token, more = {}) {
  const lang = document.documentElement.lang; // the page's, in which titles of refusals come
  return { "Accept-Language": lang, ...(token ? { Authorization: `Bearer ${token}` } : {}), ...more };
}

/**
 * How to ask as the holder of this token. What a token opens goes past the browser's cache both ways.
 * @returns {RequestInit}
 */
function asking(token, more) {
  return { headers: headers(token, more), ...(token ? { cache: "no-store" } : {}) };
}

async function problem(answer) {
  const body = await answer.json().catch(() => ({}));
  return new Problem(answer.status, body);
}

async function checked(answer) {
  if (!answer.ok) throw await problem(answer);
  return answer;
}

const TOO_MANY = 429;
const TRIES = 4;
const LONGEST_WAIT = 60;

/**
 * Ask; who is told that he asks too much, because others at the same address ask too, waits and asks again.
 * @param {string} path
 * @param {RequestInit} request
 */
async function asked(path, request) {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(path, request);
    const seconds = Number(answer.headers.get("Retry-After"));
    if (answer.status !== TOO_MANY || tries === TRIES || !(seconds <= LONGEST_WAIT)) return answer;
    await new Promise((go) => setTimeout(go, seconds * 1000));
  }
}

/**
 * @param {string} path
 * @param {{token?: string, signal?: AbortSignal, accept?: string}} [how]
 */
export async function get(path, { token, signal, accept = "application/json" } = {}) {
  const answer = await checked(await asked(path, { ...asking(token, { Accept: accept }), signal }));
  return answer.json();
}

/**
 * @param {string} path
 * @param {{token?: string, accept?: string}} [how]
 */
export async function getText(path, { token, accept = "*/*" } = {}) {
  return (await checked(await asked(path, asking(token, { Accept: accept })))).text();
}

/**
 * @param {string} path
 * @param {{token?: string, accept?: string}} how
 */
export async function getBytes(path, { token, accept }) {
  const answer = await checked(await asked(path, asking(token, { Accept: accept })));
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Send something. It carries a key of its own, so trying again after a lost answer does nothing twice.
 * @param {string} method
 * @param {string} path
 * @param {{token?: string, body?: any, type?: string, match?: number}} [what] `match`: the version that it is about
 */
export async function send(method, path, { token, body, type = "application/json", match } = {}) {
  const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const content = { ...(sent === undefined ? {} : { "Content-Type": type }), ...(match ? { "If-Match": `"${match}"` } : {}) };
  const request = { method, body: sent, headers: headers(token, { ...content, "Idempotency-Key": randomHex(16) }) };
  const answer = await asked(path, request).catch(() => asked(path, request));
  return (await checked(answer)).status === 204 ? null : answer.json();
}

export const post = (path, more) => send("POST", path, more);

/**
 * The events of a stream: {id, type, data}. Ends with the stream; throws Problem when there is none.
 * @param {string} path
 * @param {{token?: string, after?: number, signal: AbortSignal, opened?: () => void}} how `opened`: nothing is missed from now on
 * @returns {AsyncGenerator<{id?: string, type: string, data?: string}>}
 */
export async function* stream(path, { token, after, signal, opened }) {
  const resume = after === undefined ? {} : { "Last-Event-ID": String(after) };
  const request = { ...asking(token, { Accept: "text/event-stream", ...resume }), signal };
  const answer = await checked(await asked(path, request));
  if (answer.status === 204) return;
  opened?.();
  for await (const block of blocks(answer.body)) {
    const event = parsed(block);
    if (event.data !== undefined) yield event;
  }
}

async function* blocks(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (held + value).split("\n\n");
    held = parts.pop();
    yield* parts;
  }
}

function parsed(block) {
  const event = { type: "message" };
  for (const line of block.split("\n")) {
    const [, name, value] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
    if (name) event[name === "event" ? "type" : name] = value;
  }
  return event;
}
