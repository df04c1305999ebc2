// The reader of audit files is the page's own. Like the page, a program loads it when it needs it.
import { filled } from "./words.ts";

/** Whether a page shows what the log says. */
const OF_THE_PAGE = "shown";
type Words = [string, Record<string, unknown>?];

export interface Check {
  name: string;
  status: "passed" | "failed" | "not available";
  message: string;
  /** The entry of the log that is wrong, if it is one. */
  entry: number | null;
}

export interface Report {
  /** Whether no check has failed. */
  ok: boolean;
  checks: Check[];
  /** Who could have chosen the draws, in sentences; none unless everything that this takes could be checked. */
  verdict: string[];
}

type Found = Check & { values: Record<string, unknown> };

/**
 * Check an audit file (`GET /v1/games/{game}/audit`, as text or parsed), trusting nothing but its own commitments. `older` is a note of
 * the same game from before, which the log has to continue.
 */
export async function verify(audit: string | object, { older }: { older?: string } = {}): Promise<Report> {
  const [{ verify: check }, { verdictWords }] = await Promise.all([import("./page/audit/check.js"), import("./page/audit/verdict.js")]);
  const report = await check(audit, { older, events: [] });
  const checks = (report.checks as Found[]).filter(({ name }) => name !== OF_THE_PAGE);
  const words = report.verdict ? (verdictWords(report as Parameters<typeof verdictWords>[0], []) as Words[]) : [];
  return { ok: report.ok, checks: checks.map(({ values, message, ...rest }) => ({ ...rest, message: filled(message, values) })), verdict: words.map((one) => filled(...one)) };
}
