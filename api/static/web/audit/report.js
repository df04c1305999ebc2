// The results of checks: passed, failed with the first bad entry, or not available with what would make it so.
// Messages are English with {values}; the page translates them.

export const PASSED = "passed";
export const FAILED = "failed";
export const MISSING = "not available";

/** A check has failed. */
export class Failed extends Error {
  constructor(message, values = {}, entry = null) {
    super(message);
    this.values = values;
    this.entry = entry;
  }
}

/** The data does not suffice for a check. */
export class Missing extends Error {
  constructor(message, values = {}) {
    super(message);
    this.values = values;
  }
}

/** Assign failures inside `work` that name no entry to this one. */
export function about(entry, work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failed && error.entry === null) error.entry = entry;
    throw error;
  }
}

/** Run one check: `work()` returns [message, values] if it passes. */
export async function checked(name, work) {
  try {
    const [message, values = {}] = await work();
    return { name, status: PASSED, message, values };
  } catch (error) {
    const status = error instanceof Missing ? MISSING : FAILED;
    return { name, status, message: error.message, values: error.values ?? {}, entry: error.entry ?? null };
  }
}
