// Splits long work into slices, so that the page renders and handles events in between.
const PIECE = 5;

let begun = -Infinity;
let turn = null;

/** Yield to the event loop if this task has run for some milliseconds. */
export async function breathe() {
  if (!turn && performance.now() - begun < PIECE) return;
  turn ??= nextTask().then(() => {
    begun = performance.now();
    turn = null;
  });
  await turn;
}

/** Unlike a timer, a message is not throttled in a background tab. */
function nextTask() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(port1.close());
    port2.postMessage(null);
  });
}
