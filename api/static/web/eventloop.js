// Long work in small pieces, so that the page draws and hears in between.
const PIECE = 5;

let begun = -Infinity;
let turn = null;

/** Wait until whatever else the page has to do is done, once this has been at work for some milliseconds. */
export async function breathe() {
  if (!turn && performance.now() - begun < PIECE) return;
  turn ??= nextTask().then(() => {
    begun = performance.now();
    turn = null;
  });
  await turn;
}

/** Unlike a timer, a message is not kept waiting where nobody looks. */
function nextTask() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(port1.close());
    port2.postMessage(null);
  });
}
