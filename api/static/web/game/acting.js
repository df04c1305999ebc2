// The viewer's actions on this page: opening seeds, watching the log, sending actions, signed by the seat's key if it
// has one. After any inconsistency the page sends nothing more in this game.
import { b64, same } from "../audit/bytes.js";
import { readNote } from "../audit/note.js";
import { bare } from "../boards/parts/pick.js";
import { pause } from "../ui.js";
import { signerOf } from "../trust/keys.js";
import { signedAction } from "../trust/signing.js";
import { breachOf, headOf } from "../trust/store.js";
import { ownSeats, watchOver } from "../trust/watch.js";
import { alone } from "./singletab.js";
import { deliver, letterOf, unsentOf } from "./outbox.js";
import { seatOf } from "../standings.js";

const TRIES = 6;
const PATIENCE = 10_000;
/** Seconds between two tries to open a seed that waits: this many more each time, up to the longest pause. */
const LONGER = 0.3;
/** The service's log has the seats after a fifth of a second, but `Retry-After` counts in whole ones: so many tries do not wait for it. */
const QUICK = 2;
const LONGEST_PAUSE = 15;
/** A seed that waits for so many seconds is as usual, and not worth a sentence. */
const USUAL = 2;

/** A move that was lost on the way, in a game that has continued without it. */
class NotMade extends Error {
  kind = "not-made";
  title = "Your move was not made";

  constructor() {
    super("It was being sent when the connection was lost, and the game has continued since.");
  }
}

/** Something that was meant for another moment of the game. */
class NotSent extends Error {
  kind = "not-sent";
  title = "Nothing was sent";

  constructor() {
    super("The game has moved on meanwhile. Look at it, and decide again.");
  }
}

/**
 * {act(action), resume(), ask(), answer(number, accept), claim(action, send), declare(type, path, members), heard(doc), waits()}: all but the last two
 * return the version after it, or null if it was not done; `declare` is for what a seat does beside the game: it resigns, returns, or agrees; waits() is why the own seed waits (seated.js), null if it does not; `resume(before, ready)` sends a move that was pending when a page was left, once the promise `before` has settled and `ready(letter)` has resolved; `claim` is for a seat's
 * actions at the referee's desk: `send(word)` sends one with the seat's attestation. `table` = {source, now() -> current state, refresh(),
 * ended(), patience: milliseconds to wait while another tab sends for this viewer}; `alarm()` is called on an inconsistency, and when a seed waits
 * or no longer waits.
 */
export function createActing(id, table, alarm) {
  const { source, now } = table;
  const seat = seatOf(source.role);
  const watch = watchOver(id, source.token, alarm, source.file);
  const doing = { id, seat, table, watch };
  const seeds = opening(watch, table.ended, alarm);
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
    if (!letter || table.ended()) return null; // another tab has sent it, or is sending it
    await ready?.(letter);
    return resumed(doing, letter);
  }, before);
  const ask = () => sent(doing, { type: "table.undo-request" }, () => canAsk(now().doc), (body) => source.post("/undo-requests", body), {});
  const answer = (request, accept) => {
    const isPending = () => now().doc.undo.pending?.id === request;
    const send = (body) => source.post(`/undo-requests/${request}/answers`, body);
    return sent(doing, { type: "table.undo-answer", request, accept }, isPending, send, { accept });
  };
  const claim = (action, send) => sent(doing, action, () => true, send, {});
  const declare = async (type, path, members = {}) => {
    const version = await sent(doing, { type: `table.${type}`, ...members }, () => true, (body) => source.post(path, body), members);
    if (version === null && !breachOf(id)) throw new NotSent();
    return version;
  };

  async function heard(doc) {
    if (!globalThis.crypto?.subtle || (seat === null && ownSeats(id).length === 0)) return;
    await seeds.open(doc.to_reveal, ownSeats(id));
    if (!begun && doc.status === "playing") begun = (await watch.begun()) !== null;
    else await watch.look();
  }
  return { act, resume, ask, answer, claim, declare, heard, waits: seeds.waits };
}

/**
 * {open(due, own), waits()}: opens the own seeds of those that are due by the newest news, each as soon as nothing keeps it waiting; asks again
 * with growing pauses.
 */
function opening(watch, ended, changed) {
  const under = new Set();
  let waits = null;
  let due = [];
  const say = (why) => {
    if (waits === why) return;
    waits = why;
    changed();
  };
  async function openOne(seat) {
    if (under.has(seat)) return;
    under.add(seat);
    const since = Date.now();
    try {
      for (let tries = 1; due.includes(seat) && !ended(); tries += 1) {
        const found = await watch.reveal(seat);
        if (!found) break;
        if (Date.now() - since > 1000 * USUAL) say(found.why);
        await pause(1000 * Math.min(LONGEST_PAUSE, Math.max(tries > QUICK ? found.seconds : 0, LONGER * tries)));
      }
      say(null);
    } finally {
      under.delete(seat);
    }
  }
  async function open(listed, own) {
    due = listed;
    for (const seat of own) await openOne(seat);
  }
  return { open, waits: () => waits };
}

const isLegal = ({ legal }, action) => legal.some((one) => same(bare(one), action));

function make(doing, action) {
  const { source, now } = doing.table;
  const post = (body) => posted(doing, letterOf(action, body, source.actionsOf(now().doc), now().doc.version));
  return sent(doing, action, () => isLegal(now(), action), post);
}

/** A choice made while another move was pending counts only if that move was not made. */
async function makeAfter(doing, wish) {
  await doing.table.refresh();
  return standsStill(doing, wish) ? make(doing, wish.action) : null;
}

/** Send a move until it is answered. If it was too late for its version, send it for the current one if it is still legal. */
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

/** Whether this viewer has not acted since, and may still do it. */
function standsStill({ seat, table: { source, now } }, { action, version }) {
  const own = ({ actor }) => seat === null || actor === `seat:${seat}`;
  return isLegal(now(), action) && !source.events.slice(version).some(own);
}

/** The move that was pending when the page was left. */
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

/** Send an action: signed if the seat has a key; otherwise unsigned, with the head that this browser has seen. */
async function sent(doing, action, wanted, send, unsigned = action) {
  const { id, seat, watch } = doing;
  if (breachOf(id)) return null;
  const post = (body) => send(body).catch((problem) => splitView(watch, problem));
  const signer = seat === null ? null : await signerOf(id, seat);
  if (signer) return sentSigned(doing, action, wanted, post, signer);
  return (await post({ ...unsigned, ...headSeen(id, seat) }))?.version ?? null;
}

/**
 * Signed at the end of the log. If the game has moved on, read it again, and sign again if the action is still wanted and the viewer has the same
 * legal actions as before.
 */
async function sentSigned({ id, seat, table, watch }, action, wanted, post, signer) {
  const { legal } = table.now();
  for (let left = TRIES; left > 0 && wanted() && same(table.now().legal, legal) && !breachOf(id); left -= 1) {
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

/** The service denies a head that it gave earlier: store both statements as evidence, and stop. */
function splitView(watch, problem) {
  if (problem.kind !== "split-view") throw problem;
  return watch.split(problem.checkpoint);
}

/** {seen: {n, r}}: the last head that this browser has checked, recorded in the log as its attestation; for seats only. */
function headSeen(id, seat) {
  const stored = seat !== null && headOf(id);
  if (!stored) return {};
  const { size, root } = readNote(stored);
  return { seen: { n: size, r: b64(root) } };
}

/** The head over so many entries, if it is the stored one; otherwise the log's current head. */
async function headAt(id, watch, version) {
  const stored = headOf(id) && readNote(headOf(id));
  return stored?.size === version ? stored : watch.look();
}

/** The response, or null if the game has moved on meanwhile. */
function accepted(send, body, left) {
  return send(body).catch((problem) => {
    if (problem.kind !== "stale" || left === 1) throw problem;
    return null;
  });
}
