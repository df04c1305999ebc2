import type { Problem as Body } from "./schema.ts";

/** Every kind of problem that the service documents under `/problems/{kind}`. */
export type ProblemKind = Body["type"] extends `/problems/${infer Kind}` ? Kind : never;

const TYPE = "application/problem+json";

/** A refusal of the service (RFC 9457): `kind` says which, `rule` names the clause that forbids an action, `detail` is for people. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  /** With the further members of its kind. */
  readonly body: Partial<Body>;
  /** Seconds; null where the service names none. */
  readonly retryAfter: number | null;
  readonly kind: ProblemKind | "";
  readonly rule: string | undefined;
  readonly detail: string;

  constructor(status: number, body: Partial<Body>, retryAfter: number | null = null) {
    const detail = body.detail ?? body.title ?? `HTTP ${status}`;
    super(detail);
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
    this.detail = detail;
    this.kind = (body.type?.split("/").pop() ?? "") as ProblemKind | "";
    this.rule = body.rule;
  }

  static async of(answer: Response): Promise<Problem> {
    const text = await answer.text(); // rejected if the connection is cut: then it is no answer yet
    const said = answer.headers.get("Content-Type") === TYPE ? (JSON.parse(text) as Body) : {};
    return new Problem(answer.status, said, Number(answer.headers.get("Retry-After")) || null);
  }
}

/** The connection failed, so it is uncertain whether the service has read the request; `cause` says how. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** Two signed notes that no one log can explain: together they convict whoever signed them. Nothing more is played in this game. */
export class SplitView extends Error {
  override readonly name = "SplitView";

  /** The note that was remembered. */
  readonly known: string;
  /** The note that the service has sent. */
  readonly given: string;

  constructor(why: string, known: string, given: string) {
    super(why);
    this.known = known;
    this.given = given;
  }
}
