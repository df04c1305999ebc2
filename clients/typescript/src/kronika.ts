import { type Answer, type Method, type Operation, type PathOf, type Request, type Sending } from "./operations.ts";
import { watched } from "./line.ts";
import { Problem, Unreachable } from "./problem.ts";
import { persist } from "./retry.ts";

export interface Options {
  /** Of a seat, an organiser, an account: sent with every request that names no other. */
  token?: string;
  /** Seconds for which a request is tried while the service is unreachable or busy; 60 by default. */
  patience?: number;
  fetch?: typeof fetch;
}

/** A request whose types are not known here. */
export interface Raw extends Sending {
  query?: object | undefined;
  headers?: object | undefined;
  body?: unknown;
  accept?: string;
}

/** A request is dead after so many milliseconds without a byte of its answer. The service lets nobody wait longer than 30 seconds. */
const SILENCE = 60_000;
const JSON_TYPE = /[/+]json\b/;
const TEXT_TYPE = /^text\/|\/x-ndjson|svg\+xml/;
/** Where the service takes idempotency keys, or doing it twice does nothing twice. Elsewhere a POST whose answer was lost is not repeated. */
export const REPEATABLE = /^\/v1\/(games|tournaments|meetings|imports|me\/tokens|me\/bots)(\/|$)/;

/** A service of Kronika at an address such as `https://games.example.org`. */
export class Kronika {
  readonly url: string;
  readonly #options: Options;

  constructor(url: string | URL, options: Options = {}) {
    this.url = String(url).replace(/\/+$/, "");
    this.#options = options;
  }

  /** The same service, asked otherwise. */
  with(options: Options): Kronika {
    return new Kronika(this.url, { ...this.#options, ...options });
  }

  /**
   * Send one request, typed by the service's document: `request("GET", "/v1/games/{game}", { path: { game } })`. It is repeated with the
   * same idempotency key until it is answered. Throws Problem if it is refused, and Unreachable when the patience ends.
   */
  request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...[request]: object extends Request<Operation<M, P>> ? [Request<Operation<M, P>>?] : [Request<Operation<M, P>>]
  ): Promise<Answer<Operation<M, P>>> {
    const { path: values = {}, ...rest } = (request ?? {}) as Raw & { path?: Record<string, string | number> };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
    return this.send(method, filled, rest) as Promise<Answer<Operation<M, P>>>;
  }

  /** The same for a path as it is sent. */
  send(method: Method, path: string, raw: Raw = {}): Promise<unknown> {
    const key = method === "GET" ? undefined : (raw.key ?? crypto.randomUUID());
    const repeatable = method !== "POST" || REPEATABLE.test(path);
    const { patience = 60 } = this.#options;
    return persist(() => this.#once(method, path, raw, key), { patience, repeatable, signal: raw.signal });
  }

  /** The answer as it begins. */
  async open(path: string, { query, signal, ...raw }: Raw, init: RequestInit = {}): Promise<Response> {
    const send = this.#options.fetch ?? fetch;
    const answer = await send(`${this.url}${path}${queryOf(query)}`, { ...init, headers: this.#headers(raw), credentials: "omit", ...(signal && { signal }) });
    if (!answer.ok) throw await Problem.of(answer);
    return answer;
  }

  async #once(method: Method, path: string, raw: Raw, key: string | undefined): Promise<unknown> {
    const line = watched(SILENCE, raw.signal);
    const headers = { ...raw.headers, ...(key && { "Idempotency-Key": key }) };
    const body = raw.body === undefined ? {} : { body: raw.body instanceof Uint8Array ? (raw.body as Uint8Array<ArrayBuffer>) : JSON.stringify(raw.body) };
    try {
      return await read(await this.open(path, { ...raw, headers, signal: line.signal }, { method, ...body }), line.feed);
    } catch (problem) {
      throw unreachable(problem, raw.signal);
    } finally {
      line.end();
    }
  }

  #headers({ token = this.#options.token, accept = "application/json, */*;q=0.5", headers, body }: Raw): Record<string, string> {
    return {
      Accept: accept,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": body instanceof Uint8Array ? "application/octet-stream" : "application/json" }),
      ...(headers as Record<string, string> | undefined),
    };
  }
}

/** A failure of the connection as Unreachable; others, and what the caller aborted, as they are. */
export function unreachable(problem: unknown, signal?: AbortSignal): unknown {
  if (problem instanceof Problem || problem instanceof Unreachable || signal?.aborted) return problem;
  return new Unreachable("the service cannot be reached", { cause: problem });
}

function queryOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

async function read(answer: Response, fed: () => void): Promise<unknown> {
  if (answer.status === 204) return undefined;
  const type = answer.headers.get("Content-Type") ?? "";
  const whole = new Response(answer.body?.pipeThrough(new TransformStream({ transform: (piece, out) => (fed(), out.enqueue(piece)) })));
  if (JSON_TYPE.test(type)) return whole.json();
  return TEXT_TYPE.test(type) ? whole.text() : new Uint8Array(await whole.arrayBuffer());
}
