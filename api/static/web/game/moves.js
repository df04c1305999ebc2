// The history: everything that happened, a line a turn that unfolds to its events.
import { h, whenIdle } from "../ui.js";
import { isHere, lineMaker } from "./history/lines.js";
import { placedButton, placements } from "./history/placed.js";
import { picturesOf } from "./history/pictures.js";
import { rowsOf, searched } from "./history/rows.js";
import { historyTools } from "./history/tools.js";
import { lastTurnOf, turnsOf } from "./history/turns.js";
import { windowed } from "./history/windowed.js";

/**
 * {node, update(head, seat)}. Of `beside`, `tool` stands at the line that is looked at, and more(version) behind what is cited.
 */
export function moveList(shell, ruleset, { events, goTo }, beside) {
  const list = h("ol", { class: "moves windowed", id: "moves", "aria-label": shell.t("History") });
  const state = { head: null, seat: null, frames: null, turns: [], rows: [], open: new Map(), art: null, looked: 0, next: null, went: false };
  const leadsTo = (version) => events[version - 1]?.data.to_version ?? 0;
  const drawn = (versions) => state.art && state.art.pictures(versions.map((version) => events[version - 1]).filter(Boolean), ruleset.components);
  const looked = () => state.head.version;
  const lines = lineMaker(shell, ruleset, { goTo, toggle, more: beside.more, tool: beside.tool, drawn, looked, art: ruleset.id });
  const shown = windowed(list, lines);
  const known = () => (state.next ? placements(state.next.head.now.frames, state.next.head.version, events, state.art ?? {}) : new Map());
  const placed = placedButton(shell, known, reveal, (text) => tools.tell(text));
  placed.disabled = true; // until it is known what is placed in this game
  const tools = historyTools(shell, draw, placed);
  void picturesOf(ruleset.id).then((art) => {
    const seen = isSeen();
    state.art = art;
    placed.disabled = false;
    draw(seen ? isLookedAt : null); // lines are taller with their pictures
  });

  const isLookedAt = (row) => isHere(row, state.looked);

  /** Whether the line that is looked at is in sight; null when there is none. */
  function isSeen() {
    const line = state.rows.find(isLookedAt);
    return line ? shown.inSight(line.key) : null;
  }

  function toggle(row) {
    state.open.set(row.key, !row.open);
    draw();
  }

  /** Show the line of an event, whatever was looked for, and come there by key. */
  function reveal(version) {
    follow(); // who is quicker than the page at rest is led there all the same
    const turn = state.turns.find(({ last }) => version <= last);
    state.open.set(`turn-${turn.first}`, true);
    tools.everything();
    shown.reach(`event-${version}`);
    list.scrollIntoView({ block: "nearest" }); // in a drawer it may lie below
  }

  function draw(to = null) {
    const { head, seat, open } = state;
    if (!head) return; // nothing is read yet
    const { mode, since, ...sought } = tools.state;
    const test = searched({ ...sought, since: since ? lastTurnOf(head.now.frames, seat) : 0 });
    state.rows = rowsOf(state.turns, { mode, sought: test, bySeat: !sought.clause && !sought.word, open, looked: head.version });
    tools.update(head, seat, (test ? head.now.frames.filter(test) : head.now.frames).length);
    const held = document.activeElement === beside.tool;
    shown.show(state.rows, to && state.rows.find(to)?.key);
    if (held) beside.tool.focus({ preventScroll: true }); // it goes along with the line that is looked at
  }

  /** The line that is looked at is brought into sight when somebody went there, and when it moved on from where it was seen. */
  function follow() {
    const { head, seat } = state.next;
    const seen = isSeen() ?? true;
    const news = state.frames !== head.now.frames;
    if (news) state.turns = turnsOf(head.now.frames, head.now.chapters, leadsTo);
    const moved = head.version !== state.looked;
    const went = moved && (state.went || seen || !news);
    Object.assign(state, { head, seat, frames: head.now.frames, looked: head.version, went: false });
    draw(went ? isLookedAt : null);
  }

  const followSoon = whenIdle(follow); // who scrubs sees the board first
  const update = (head, seat) => {
    const last = state.next?.head;
    state.went ||= Boolean(last) && last.version !== head.version && last.now.frames === head.now.frames; // and not on with what has happened
    state.next = { head: { ...head }, seat }; // the playhead goes on
    followSoon();
  };
  return { node: h("div", { class: "history" }, tools.node, list), update };
}
