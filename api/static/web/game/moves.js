// The list of moves: every event in a sentence, with the clauses it cites, under its chapter.
import { button, h } from "../ui.js";
import { citation } from "./clauses.js";

/**
 * {node, update(head)}: lines are made once and kept, for a long game has a thousand of them. Of `beside`, `tool` stands at
 * the line that is looked at, and more(version) behind what is cited.
 */
export function moveList(shell, clauses, goTo, beside) {
  const list = h("ol", { class: "moves", id: "moves" });
  const lines = [];
  let chaptersShown = "";
  const make = (frame) => line(shell, clauses, goTo, frame, beside.more(frame.version));
  const update = (head) => {
    const { frames, chapters } = head.now;
    for (const frame of frames) refreshLine(make, list, lines, frame);
    const told = JSON.stringify(chapters);
    if (told !== chaptersShown) putChapters(lines, chapters);
    chaptersShown = told;
    current(list, lines, head.version, beside.tool);
  };
  return { node: list, update };
}

function refreshLine(make, list, lines, frame) {
  const i = frame.version - 1;
  const key = `${frame.text}|${frame.marks}`;
  if (lines[i]?.key === key) return;
  const node = make(frame);
  if (lines[i]) lines[i].node.replaceWith(node);
  else list.append(node);
  lines[i] = { node, key };
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

function putChapters(lines, chapters) {
  const titles = new Map(chapters.map(({ version, title }) => [version, title]));
  for (const [i, { node }] of lines.entries()) {
    if (titles.has(i + 1)) node.dataset.chapter = titles.get(i + 1);
    else delete node.dataset.chapter;
  }
}

function current(list, lines, version, tool) {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const node = lines[version - 1]?.node;
  if (!node) return;
  node.setAttribute("aria-current", "step");
  if (tool.parentNode !== node) node.append(tool);
  const top = node.offsetTop;
  const seen = top >= list.scrollTop && top + node.offsetHeight <= list.scrollTop + list.clientHeight;
  if (!seen) list.scrollTop = top - list.clientHeight / 2;
}
