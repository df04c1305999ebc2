// A silent stream may be a dead one, which is noticed after 12 seconds. While a clock of a live game runs the page asks sooner: it would
// show a time that is no longer true.
import { lineState, lost } from "../connection.js";
import { SECOND } from "./time.js";

const SILENT = 7 * SECOND; // a stream that lives says something every 6
const PATIENCE = 3 * SECOND;

/**
 * After seven seconds without a word of the service, while `runs()`, call `ask(signal)`, which has three to succeed; otherwise the line is
 * lost, until a later question succeeds. Returns the function that ends it.
 * @param {() => boolean} runs
 * @param {(signal: AbortSignal) => Promise<any>} ask
 */
export function doubtSilence(runs, ask) {
  let asking = false;
  const timer = setInterval(async () => {
    if (asking || document.hidden || !runs() || Date.now() - Number(lineState().since) < SILENT) return;
    asking = true;
    await answered(ask);
    asking = false;
  }, SECOND);
  return () => clearInterval(timer);
}

async function answered(ask) {
  const limit = new AbortController();
  const timer = setTimeout(() => (lost(), limit.abort()), PATIENCE);
  await ask(limit.signal).catch(() => {}); // the connection knows what failed
  clearTimeout(timer);
}
