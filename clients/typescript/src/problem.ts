import type { Problem as Body } from "./schema.js";

/** Every kind of problem that the service documents under `/problems/{kind}`. */
export type ProblemKind = Body["type"] extends `/problems/${infer Kind}` ? Kind : never;

/** A refusal of the service (RFC 9457): `kind` says which, `rule` names the clause that forbids an action, `detail` is for people. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly kind: ProblemKind | "";
  readonly rule: string | undefined;
  readonly detail: string;

  /** `retryAfter` in seconds, null where the service names none; `body` has the further members of the kind. */
  constructor(
    readonly status: number,
    readonly body: Partial<Body>,
    readonly retryAfter: number | null = null,
  ) {
    const detail = body.detail ?? body.title ?? `HTTP ${status}`;
    super(detail);
    this.detail = detail;
    this.kind = (body.type?.split("/").pop() ?? "") as ProblemKind | "";
    this.rule = body.rule;
  }

  static async of(answer: Response): Promise<Problem> {
    const body: unknown = await answer.json().catch(() => null);
    const seconds = Number(answer.headers.get("Retry-After") ?? Number.NaN);
    return new Problem(answer.status, body !== null && typeof body === "object" ? body : {}, Number.isFinite(seconds) ? seconds : null);
  }
}

/** The connection failed, so it is uncertain whether the service has read the request; `cause` says how. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** Two signed notes that no one log can explain: together they convict whoever signed them. Nothing more is played in this game. */
export class SplitView extends Error {
  override readonly name = "SplitView";

  constructor(
    why: string,
    /** The note that was remembered. */
    readonly kept: string,
    /** The note that the service has sent. */
    readonly shown: string,
  ) {
    super(why);
  }
}
