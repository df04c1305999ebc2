// A game's page: the board to play on, everything that happened, and its proof.
import { h } from "./ui.js";
import { breathe } from "./eventloop.js";
import { passing, persist, watchLine } from "./connection.js";
import { absentNotice } from "./clock/absent.js";
import { clockStrip } from "./clock/strip.js";
import { termsPanel } from "./clock/terms.js";
import { proof } from "./trust/panel.js";
import { deskOfGame } from "./desk/ingame.js";
import { createActing } from "./game/acting.js";
import { audience } from "./game/audience.js";
import { boardHost } from "./game/boardhost.js";
import { rulesPanel } from "./game/clauses.js";
import { released } from "./game/transport.js";
import { callout } from "./game/callout.js";
import { ending } from "./game/ending.js";
import { gameHead } from "./game/head.js";
import { addressBar, gameAddress, roleIn } from "./game/links.js";
import { gameLayout } from "./game/layout.js";
import { moveList } from "./game/moves.js";
import { notesPanel } from "./game/notes.js";
import { fleeting, withoutToken } from "./game/notices.js";
import { ownSeat } from "./game/ownseat.js";
import { paced, paceSwitch, speed } from "./game/pace.js";
import { people } from "./game/people.js";
import { sideBySide } from "./game/sidebyside.js";
import { sounds } from "./game/sounds.js";
import { chancesPanel } from "./game/chances.js";
import { linesPanel } from "./game/lines.js";
import { tabs } from "./game/tabs.js";
import { telling } from "./game/telling.js";
import { turnLine } from "./game/turn.js";
import { unsignedNotice } from "./game/unsigned.js";
import { whyNot } from "./game/whynot.js";
import { withOthers } from "./game/withothers.js";
import { replayKeys } from "./theatre/keyboard.js";
import { createPlayhead } from "./theatre/playhead.js";
import { swipes } from "./theatre/swipe.js";
import { gameTheatre } from "./game/theatre.js";
import { lessonsOf } from "./learn/progress.js";
import { breachNotice } from "./trust/breach.js";
import { breachOf } from "./trust/store.js";
import { waitingNotice } from "./trust/waiting.js";
import { witnessedNotice } from "./trust/witnessed.js";
import { checkNowAndThen, followGame } from "./game/following.js";
import { titleOf } from "./rulesettitle.js";

/**
 * {begin(first, version), close()}; `first` is what `source` has read, `missing` a viewpoint without a token, `left()` whether another page
 * has been opened, `firstPicture()` a figure for the page of a game that waits, `invite` the
 * account's invitation to it.
 */
export function gamePage(root, shell, { id, role, source, ruleset, missing, left, firstPicture, invite = null }) {
  const parts = {};
  const rendered = new Set();
  const playhead = createPlayhead(source, { changed: (head) => render(head), paced, speed });
  let board = null;
  let drawn = "";
  let closed = false;
  const ends = [];
  const address = addressBar(left);
  const tell = telling(shell);

  const refresh = () => refreshTo(Infinity);
  let reading = null;

  async function hear(now) {
    void attempt(() => persist(() => doing.heard(now.doc), isClosed)); // watching does not wait for a slow service
    await playhead.news(now);
  }

  const isClosed = () => closed;
  const attempt = (work) => shell.attempt(() => work().catch((problem) => closed || Promise.reject(problem)), ruleset.clauses);
  /** Read again, unless the known version is at least this new. */
  async function refreshTo(version) {
    while (reading) await reading.catch(() => {});
    if (version <= source.version()) return;
    reading = source.refresh().finally(() => (reading = null));
    await hear(await reading);
  }

  const catchUp = async (signal) => {
    const version = await source.next(signal);
    if (version) void attempt(() => persist(() => refreshTo(version), isClosed));
  };

  const table = { source, now: () => playhead.head.now, refresh: () => persist(refresh, isClosed), ended: isClosed };
  const doing = createActing(id, table, () => render(playhead.head));
  const made = async (making) => {
    const version = (await making) ?? Infinity;
    await persist(() => refreshTo(version), isClosed);
  };
  const act = (action) => attempt(() => made(doing.act(action)));
  const declare = (type, path, members) => made(doing.declare(type, path, members));
  const others = withOthers(shell, { id, source, clauses: ruleset.clauses, declare, leaving: () => close(), changed: () => render(playhead.head) });
  const undo = {
    ask: () => attempt(async () => (await doing.ask(), refresh())),
    answer: (number, accept) => attempt(async () => (await doing.answer(number, accept), refresh())),
  };
  const seated = (seat) => (seat === null ? refresh() : shell.go(gameAddress(id, `seat:${seat}`)));

  function render(head) {
    if (closed) return;
    const { seat } = head.now;
    for (const part of rendered) part.update(head, seat);
    drawBoard(head, seat);
    board.point(parts.teacher?.pointer() ?? parts.chances.pointer(head));
    board.draw(parts.notes.arrows(head, board.places()));
    tell(head, board.question());
    address.put(gameAddress(id, roleIn(new URLSearchParams(location.search)), head.following ? null : head.version));
  }

  /** A board that has not changed is not redrawn, which keeps its selection. */
  function drawBoard(head, seat) {
    const live = head.version === head.now.doc.version && !breachOf(id) && !parts.own.elsewhere();
    const key = JSON.stringify([head.version, live && head.now.legal]);
    if (key === drawn) return;
    drawn = key;
    board.update({
      view: head.doc.view,
      legal: live ? head.now.legal : [],
      prompt: live ? head.now.prompt : null,
      seat,
      seats: head.doc.seats,
      ruleset,
      event: head.event,
      events: head.events,
      status: head.doc.status,
      lang: shell.lang,
      toAct: head.doc.to_act,
    });
  }

  async function begin(first, version) {
    if (first.doc.status === "waiting") parts.room = await roomBefore();
    const teacher = lessonsOf(id) && (await (await import("./learn/coach.js")).coach(shell, id, ruleset, () => render(playhead.head)));
    const side = tabs(shell.t);
    makeParts(teacher, () => side.open("proof"));
    await breathe();
    lay(side);
    ends.push(() => teacher?.end(), parts.chances.end);
    await breathe();
    board = await boardHost(parts.layout, shell, ruleset, act, parts.turn.node, (action) => void attempt(() => whyNot(shell, { source, ruleset, version: playhead.head.version }, action)));
    ends.push(board.destroy);
    await breathe();
    await hear(first);
    if (version) await goThere(version);
    await showAll();
    parts.layout.node.inert = false;
    ends.push(replayKeys(playhead, shell.t), followGame(shell, { source, role, playhead, refreshTo }), checkNowAndThen(parts.audit), watchLine(() => parts.theatre.update(playhead.head)));
    void attempt(() => doing.resume(released(id, role)).then((version) => version && refreshTo(version)));
  }

  async function roomBefore() {
    const [{ waitingRoom }, { abandon }, picture] = await Promise.all([import("./game/waitingroom.js"), import("./game/organising.js"), firstPicture()]);
    const end = () => attempt(async () => (await abandon(shell, id)) && refresh());
    return waitingRoom(shell, { id, ruleset, source, picture, invite, changed: seated, leave: others.leave, end });
  }

  /** Everything above the board is drawn together with it, so that nothing moves the board later. */
  function makeParts(teacher, openProof) {
    const desk = deskOfGame(shell, { id, role, source, ruleset, acting: doing, refresh, leave: close });
    const audit = proof(shell, source, id, openProof, () => render(playhead.head));
    const chances = chancesPanel(shell, source, playhead, () => render(playhead.head));
    const noises = sounds(shell.t);
    const calls = callout(shell, titleOf(ruleset, shell.lang));
    const beside = sideBySide(shell, { id, source, ruleset, board: () => parts.layout.place });
    const connected = audience(shell, source, () => render(playhead.head));
    const players = people(shell, { events: source.events, there: connected.there });
    const end = ending(shell, { id, role, source, ruleset, playhead, chances, offer: others.again, stayed: connected.stayed, board: () => parts.layout.place });
    Object.assign(parts, {
      ...(teacher ? { teacher } : {}),
      connected,
      head: gameHead(shell, { id, role, ruleset, source, playhead, players: players.node, watching: connected.node, changed: refresh, declare, tools: [beside.toggle], waysOut: others.entries, switches: [noises.node, calls.node, paceSwitch(shell.t)] }),
      people: players,
      others,
      audit,
      beside,
      breach: breachNotice(shell.t, id),
      own: ownSeat(shell, { id, role, leave: close, changed: () => render(playhead.head) }),
      absent: absentNotice(shell, source, () => declare("return", "/returns")),
      clocks: clockStrip(shell, { ring: noises.alarm, refresh, catchUp, place: players.clockOf }),
      ending: end,
      desk,
      turn: turnLine(shell, undo, playhead.follow, end.backs[0]),
    });
    ends.push(parts.clocks.end, connected.end, others.end);
    for (const part of Object.values(parts)) rendered.add(part);
    Object.assign(parts, {
      terms: termsPanel(shell),
      unsigned: unsignedNotice(shell.t, id),
      witnessed: witnessedNotice(shell.t),
      waiting: waitingNotice(shell.t, doing.waits),
      theatre: gameTheatre(shell, { id, playhead, aside: [chances.prompt, end.backs[1]], found: chances.found, share: parts.head.share }),
      chances,
      lines: linesPanel(shell, source, playhead, refresh),
      notes: notesPanel(shell, source, playhead, refresh, () => render(playhead.head)),
      moves: moveList(shell, ruleset, { events: source.events, goTo: playhead.goTo }, desk),
      sounds: noises,
      callout: calls,
      rules: rulesPanel(shell, ruleset.clauses),
    });
  }

  function lay(side) {
    const rules = h("div", { class: "rules-place" }, parts.rules.node);
    const moves = h("div", { class: "moves-place" });
    side.add("moves", shell.t("Moves"), [moves, parts.moves.node]);
    side.add("analysis", shell.t("Analysis"), h("div", { class: "analysis" }, parts.chances.node, parts.lines.node, parts.notes.node, h("p", { class: "muted later" }, shell.t("Chances and notes appear here when the game is over."))));
    side.add("proof", shell.t("Proof"), parts.audit.node);
    side.add("rules", shell.t("Rules"), rules);
    side.add("desk", shell.t("Disputes"), parts.desk.node);
    parts.layout = gameLayout(shell.t, {
      head: parts.head.node,
      ending: parts.ending.node,
      notices: [parts.breach.node, withoutToken(shell.t, missing), fleeting(shell.t, role), parts.desk.notice, parts.own.node, parts.absent.node, parts.clocks.node],
      offers: others.nodes,
      room: parts.room,
      beside: [parts.unsigned.node, parts.witnessed.node],
      waits: [parts.waiting.node, parts.own.claim],
      terms: parts.terms.node,
      theatre: parts.theatre.node,
      side: side.node,
      rules,
      moves,
      badge: parts.audit.badge,
    });
    rendered.add(parts.layout);
    swipes(parts.layout.place.parentElement, playhead, () => parts.layout.node.dataset.watching === "true");
    parts.layout.place.after(parts.beside.node);
    parts.layout.node.inert = true; // its buttons have no data yet
    root.replaceChildren(parts.layout.node);
  }

  /** Show the requested version; if that is refused, the current one. */
  async function goThere(version) {
    await playhead.goTo(version).catch((problem) => {
      if (passing(problem)) throw problem;
      shell.refuse(problem, ruleset.clauses);
      return playhead.follow();
    });
  }

  /** Build the others one by one, so that the page can render in between. */
  async function showAll() {
    for (const part of Object.values(parts)) {
      if (rendered.has(part)) continue;
      rendered.add(part);
      part.update(playhead.head, playhead.head.now.seat);
      await breathe();
    }
  }

  function close() {
    closed = true;
    address.end();
    for (const end of ends.splice(0)) end();
  }

  return { begin, close };
}
