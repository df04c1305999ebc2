// The history: all events, one line per turn that unfolds to its events.
import { h, whenAtRest } from "../ui.js";
import { isUnsaid, saidAt } from "../clock/unsaid.js";
import { isHere, lineMaker } from "./history/lines.js";
import { placedButton, placements } from "./history/placed.js";
import { picturesOf } from "./history/pictures.js";
import { rowsOf, searched } from "./history/rows.js";
import { historyTools } from "./history/tools.js";
import { lastTurnOf, turnsOf } from "./history/turns.js";
import { windowed } from "./history/windowed.js";

/**
 * {node, update(head, seat)}. Of `beside`, `tool` is shown at the current line, and more(version) behind cited clauses.
 */
export function moveList(shell, ruleset, { events, goTo }, beside) {
  const list = h("ol", { class: "moves windowed", id: "moves", "aria-label": shell.t("History") });
  const state = { head: null, seat: null, frames: null, turns: [], rows: [], open: new Map(), art: null, looked: 0, next: null, went: false };
  const leadsTo = (version) => events[version - 1]?.data.to_version ?? 0;
  const drawn = (versions) => state.art && state.art.pictures(versions.map((version) => events[version - 1]).filter(Boolean), ruleset.components);
  const looked = () => lookedAt(state.head);
  const lines = lineMaker(shell, ruleset, { goTo, toggle, more: beside.more, tool: beside.tool, drawn, looked, art: ruleset.id });
  const lineList = windowed(list, lines);
  const known = () => (state.next ? placements(state.next.head.now.frames, state.next.head.version, events, state.art ?? {}) : new Map());
  const placed = placedButton(shell, known, reveal, (text) => tools.tell(text));
  placed.disabled = true; // until the placements of this game are known
  const tools = historyTools(shell, draw, placed);
  void picturesOf(ruleset.id).then((art) => {
    const seen = isSeen();
    state.art = art;
    placed.disabled = false;
    draw(seen ? isLookedAt : null); // lines with pictures are taller
  });

  const isLookedAt = (row) => isHere(row, state.looked);

  /** Whether the current line is in sight; null if there is none. */
  function isSeen() {
    const line = state.rows.find(isLookedAt);
    return line ? lineList.inSight(line.key) : null;
  }

  function toggle(row) {
    state.open.set(row.key, !row.open);
    draw();
  }

  /** Show the line of an event, even if a search hides it, and move the focus there. */
  function reveal(version) {
    follow(); // works even before the deferred rendering
    const turn = state.turns.find(({ last }) => version <= last);
    state.open.set(`turn-${turn.first}`, true);
    tools.everything();
    lineList.reach(`event-${version}`);
    list.scrollIntoView({ block: "nearest" }); // in a drawer it may be further down
  }

  function draw(to = null) {
    const { head, seat, open } = state;
    if (!head) return; // nothing is loaded yet
    const { mode, since, ...sought } = tools.state;
    const test = searched({ ...sought, since: since ? lastTurnOf(head.now.frames, seat) : 0 });
    state.rows = rowsOf(state.turns, { mode, sought: test, bySeat: !sought.clause && !sought.word, open, looked: lookedAt(head) });
    const told = head.now.frames.filter((frame) => !isUnsaid(frame));
    tools.update(head, seat, (test ? told.filter(test) : told).length);
    const held = document.activeElement === beside.tool;
    lineList.show(state.rows, to && state.rows.find(to)?.key);
    if (held) beside.tool.focus({ preventScroll: true }); // the focus stays with the current line
  }

  /** Scroll to the current line after navigation, and when it moves on from a line in sight. */
  function follow() {
    const { head, seat } = state.next;
    const seen = isSeen() ?? true;
    const news = state.frames !== head.now.frames;
    if (news) state.turns = turnsOf(head.now.frames, head.now.chapters, leadsTo);
    const now = lookedAt(head);
    const moved = now !== state.looked;
    const went = moved && (state.went || seen || !news);
    Object.assign(state, { head, seat, frames: head.now.frames, looked: now, went: false });
    draw(went ? isLookedAt : null);
  }

  const followSoon = whenAtRest(follow);
  const update = (head, seat) => {
    const last = state.next?.head;
    state.went ||= Boolean(last) && last.version !== head.version && last.now.frames === head.now.frames; // a navigation, not just new events
    state.next = { head: { ...head }, seat }; // the playhead object changes later
    followSoon();
  };
  return { node: h("div", { class: "history" }, tools.node, list), update };
}

/** The version whose line is marked: an action's last entry may have none. */
const lookedAt = ({ now, version }) => saidAt(now.frames, version)?.version ?? version;
