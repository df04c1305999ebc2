// The list of moves: every event in a sentence, with the clauses it cites, under its chapter.
import { button, h } from "../ui.js";
import { citation } from "./clauses.js";

const AT_ONCE = 150;
const LOOKS = 4;
const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 30));

/**
 * {node, update(head)}: lines are made once and kept, the last ones first and the others when there is time, for a long game has
 * thousands. Of `beside`, `tool` stands at the line that is looked at, and more(version) behind what is cited.
 */
export function moveList(shell, clauses, goTo, beside) {
  const list = h("ol", { class: "moves", id: "moves" });
  const held = { list, lines: [], first: null, frames: [], titles: new Map(), current: null, scrolling: 0, make: (frame) => line(shell, clauses, goTo, frame, beside.more(frame.version)) };
  const update = (head) => {
    take(held, head.now);
    if (head.version <= held.first) fill(held, head.version - 1);
    current(held, head.version, beside.tool);
  };
  return { node: list, update };
}

/** More has happened: lines that are new, or told otherwise now. */
function take(held, { frames, chapters }) {
  if (held.frames === frames) return;
  const begins = held.first === null;
  held.frames = frames;
  held.titles = new Map(chapters.map(({ version, title }) => [version, title]));
  if (begins) held.first = frames.length;
  for (let i = held.first; i < frames.length; i += 1) put(held, i);
  for (const [i, one] of held.lines.entries()) if (one) entitle(one.node, held.titles.get(i + 1));
  if (!begins) return;
  fill(held, Math.max(0, held.first - AT_ONCE));
  fillWhenIdle(held);
}

function put({ list, lines, frames, make }, i) {
  const frame = frames[i];
  const told = lines[i]?.frame;
  if (told === frame || (told && told.text === frame.text && String(told.marks) === String(frame.marks))) return;
  const node = make(frame);
  if (lines[i]) lines[i].node.replaceWith(node);
  else list.append(node);
  lines[i] = { node, frame };
}

function entitle(node, title) {
  if (title) node.dataset.chapter = title;
  else delete node.dataset.chapter;
}

/** Make the lines from this one on that are not there yet. */
function fill(held, from) {
  const made = document.createDocumentFragment();
  for (let i = from; i < held.first; i += 1) {
    const node = held.make(held.frames[i]);
    entitle(node, held.titles.get(i + 1));
    held.lines[i] = { node, frame: held.frames[i] };
    made.append(node);
  }
  held.list.prepend(made);
  held.first = Math.min(held.first, from);
}

function fillWhenIdle(held) {
  if (held.first === 0) return;
  whenIdle(() => {
    fill(held, Math.max(0, held.first - AT_ONCE));
    fillWhenIdle(held);
  });
}

function line(shell, clauses, goTo, { version, actor, text, rules, marks }, more) {
  const { t } = shell;
  const seat = actor.startsWith("seat:") ? ` by-${actor.replace(":", "-")}` : "";
  const go = button([h("span", { class: "at" }, version), h("span", { class: "text" }, text)], () => goTo(version), { class: "move-go" });
  const signs = marks.map((mark) => h("span", { class: `mark mark-${mark}` }, t(mark)));
  return h("li", { class: `move${seat}${marks.map((mark) => ` is-${mark}`).join("")}`, "data-version": version }, [
    go,
    signs,
    h("span", { class: "cites" }, rules.map((rule) => citation(shell, clauses, rule))),
    more,
  ]);
}

function current(held, version, tool) {
  const node = held.lines[version - 1]?.node;
  if (!node || (node === held.current && tool.parentNode === node)) return;
  held.current?.removeAttribute("aria-current");
  held.current = node;
  node.setAttribute("aria-current", "step");
  if (tool.parentNode !== node) node.append(tool);
  bringIntoView(held, node, LOOKS);
}

/** Lines out of sight have a height that is guessed, so once there it is looked again whether it is the place. */
function bringIntoView(held, node, looks) {
  cancelAnimationFrame(held.scrolling);
  held.scrolling = requestAnimationFrame(() => {
    const { list } = held;
    const top = node.offsetTop;
    const seen = top >= list.scrollTop && top + node.offsetHeight <= list.scrollTop + list.clientHeight;
    if (!seen) list.scrollTop = top - list.clientHeight / 2;
    if (looks > 1) bringIntoView(held, node, looks - 1);
  });
}
