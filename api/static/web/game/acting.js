// What this page does for its viewer: seeds opened, the log watched, actions sent, under the seat's signature where it has
// a key. Once something does not fit it does nothing more in the game.
import { b64, same } from "../audit/bytes.js";
import { readNote } from "../audit/note.js";
import { bare } from "../boards/parts/pick.js";
import { signerOf } from "../trust/keys.js";
import { signedAction } from "../trust/signing.js";
import { breachOf, headOf } from "../trust/store.js";
import { ownSeats, watchOver } from "../trust/watch.js";
import { alone } from "./singletab.js";
import { deliver, letterOf, unsentOf } from "./outbox.js";
import { seatOf } from "../standings.js";

const TRIES = 6;
const PATIENCE = 10_000;

/** A move that was lost on the way, in a game that has gone on without it. */
class NotMade extends Error {
  kind = "not-made";
  title = "Your move was not made";

  constructor() {
    super("It was on its way when the connection was lost, and the game has gone on since.");
  }
}

/**
 * {act(action), resume(), ask(), answer(number, accept), claim(action, send), heard(doc)}: all but the last give the version
 * after it, or null when it was not done; `resume(before, ready)` sends what was on its way when a page was left, once the promise `before` has settled and `ready(letter)` has come, `claim` is for what a seat
 * does at the referee's desk, `send(word)` sends it with the seat's word. `table` = {source, now() -> what is known, refresh(),
 * ended(), patience: milliseconds for which it waits while another tab sends for these eyes}; `alarm()` is called when something does not fit.
 */
export function createActing(id, table, alarm) {
  const { source, now } = table;
  const seat = seatOf(source.role);
  const watch = watchOver(id, source.token, alarm, source.file);
  const doing = { id, seat, table, watch };
  let begun = false;
  let last = Promise.resolve(null);
  let underWay = 0;

  const viewer = { id, role: source.role };
  const inTurn = (work, before) => {
    const queued = underWay > 0;
    underWay += 1;
    const turn = last.catch(() => {}).then(() => before);
    last = turn.then(() => alone(viewer, (waited) => work(queued || waited), table.patience ?? PATIENCE)).finally(() => (underWay -= 1));
    return last;
  };
  const act = (action) => {
    const wish = { action: bare(action), version: now().doc.version };
    return inTurn((late) => (late ? makeAfter(doing, wish) : make(doing, wish.action)));
  };
  const resume = (before, ready) => inTurn(async () => {
    const letter = unsentOf(viewer);
    if (!letter || table.ended()) return null; // another tab has sent it, or sends it
    await ready?.(letter);
    return resumed(doing, letter);
  }, before);
  const ask = () => sent(doing, { type: "table.undo-request" }, () => canAsk(now().doc), (body) => source.post("/undo-requests", body), {});
  const answer = (request, accept) => {
    const asked = () => now().doc.undo.pending?.id === request;
    const send = (body) => source.post(`/undo-requests/${request}/answers`, body);
    return sent(doing, { type: "table.undo-answer", request, accept }, asked, send, { accept });
  };
  const claim = (action, send) => sent(doing, action, () => true, send, {});

  async function heard(doc) {
    if (!globalThis.crypto?.subtle || (seat === null && ownSeats(id).length === 0)) return;
    for (const own of ownSeats(id)) if (doc.to_reveal.includes(own)) await watch.reveal(own);
    if (!begun && doc.status === "playing") begun = (await watch.begun()) !== null;
    else await watch.look();
  }
  return { act, resume, ask, answer, claim, heard };
}

const isLegal = ({ legal }, action) => legal.some((one) => same(bare(one), action));

function make(doing, action) {
  const { source, now } = doing.table;
  const post = (body) => posted(doing, letterOf(action, body, source.actionsOf(now().doc), now().doc.version));
  return sent(doing, action, () => isLegal(now(), action), post);
}

/** What was chosen while another move was on its way counts only if that one was not made. */
async function makeAfter(doing, wish) {
  await doing.table.refresh();
  return standsStill(doing, wish) ? make(doing, wish.action) : null;
}

/** Send a move until it is answered. One that came too late for its version is sent for the present one, if it may be still. */
async function posted(doing, letter, again = false) {
  const { source, now, refresh, ended } = doing.table;
  try {
    return await deliver(source, letter, ended, again);
  } catch (problem) {
    if (problem.kind !== "stale" || letter.body.signed) throw problem;
    await refresh();
    if (!standsStill(doing, letter)) throw new NotMade();
    return posted(doing, { ...letter, version: now().doc.version }, true);
  }
}

/** Whether this viewer has done nothing since, and may do it still. */
function standsStill({ seat, table: { source, now } }, { action, version }) {
  const own = ({ actor }) => seat === null || actor === `seat:${seat}`;
  return isLegal(now(), action) && !source.events.slice(version).some(own);
}

/** What was on its way when the page was left. */
async function resumed(doing, letter) {
  try {
    return (await posted(doing, letter, true)).version;
  } catch (problem) {
    if (problem.kind !== "stale") throw problem;
  }
  const entered = await doing.watch.entered(letter.body.signed);
  if (entered) return entered;
  if (!standsStill(doing, letter)) throw new NotMade();
  return make(doing, letter.action);
}

const canAsk = ({ undo }) => !undo.pending && undo.free.length + undo.with_consent.length > 0;

/** Send what is wanted: signed with a key; without one as it is, with the head that this browser has seen. */
async function sent(doing, action, wanted, send, unsigned = action) {
  const { id, seat, watch } = doing;
  if (breachOf(id)) return null;
  const post = (body) => send(body).catch((problem) => splitView(watch, problem));
  const signer = seat === null ? null : await signerOf(id, seat);
  if (signer) return sentSigned(doing, action, wanted, post, signer);
  return (await post({ ...unsigned, ...headSeen(id, seat) }))?.version ?? null;
}

/** Signed at the log's end. Where the game has moved on without it, look again and sign anew if it is wanted still. */
async function sentSigned({ id, seat, table, watch }, action, wanted, post, signer) {
  for (let left = TRIES; left > 0 && wanted() && !breachOf(id); left -= 1) {
    const head = await headAt(id, watch, table.now().doc.version);
    if (!head) return null;
    if (head.size === table.now().doc.version) {
      const body = await signedAction(signer, id, seat, head, action);
      const version = (await accepted(post, body, left))?.version ?? (await watch.entered(body.signed));
      if (version) return version;
    }
    await table.refresh();
  }
  return null;
}

/** A head that the service gave, and now does not know: what both say is kept, and nothing more is done. */
function splitView(watch, problem) {
  if (problem.kind !== "split-view") throw problem;
  return watch.split(problem.checkpoint);
}

/** {seen: {n, r}}: the last head that this browser has checked, which stands in the log as its word; of a seat only. */
function headSeen(id, seat) {
  const kept = seat !== null && headOf(id);
  if (!kept) return {};
  const { size, root } = readNote(kept);
  return { seen: { n: size, r: b64(root) } };
}

/** The head over so many entries, if it is the one kept; else that of the log now. */
async function headAt(id, watch, version) {
  const kept = headOf(id) && readNote(headOf(id));
  return kept?.size === version ? kept : watch.look();
}

/** The answer, or null when the game has moved on meanwhile. */
function accepted(send, body, left) {
  return send(body).catch((problem) => {
    if (problem.kind !== "stale" || left === 1) throw problem;
    return null;
  });
}
