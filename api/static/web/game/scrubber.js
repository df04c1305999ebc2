// The scrubber: every version of the game on one line, with its chapters and key moments.
import { button, h, on, show } from "../ui.js";
import { lineState } from "../connection.js";
import { lineWords } from "../connection-notice.js";
import { saidAt } from "../clock/unsaid.js";
import { remember, remembered } from "../memory.js";
import { drawing, path } from "../boards/parts/dom.js";
import { speedChoice } from "../film/speed.js";
import { steps } from "./steps.js";
import { isOver } from "../standings.js";

const QUIET = new Set(["taken-back"]);

export function scrubber(shell, playhead) {
  const { t } = shell;
  const range = h("input", { type: "range", min: 1, step: 1, id: "scrub", "aria-label": t("Version") });
  const drag = latest(async (version) => {
    await shell.attempt(() => playhead.goTo(version));
    range.value = String(playhead.head.version); // back to the actual version if navigation failed
  });
  on(range, "input", () => void drag(range.valueAsNumber));
  const ticks = h("div", { class: "ticks", "aria-hidden": "true" });
  const chapters = h("select", { "aria-label": t("Chapters"), class: "chapters" });
  on(chapters, "change", () => chapters.value && playhead.goTo(Number(chapters.value)));
  const where = h("output", { class: "where", id: "where" });
  const live = button("", () => playhead.follow(), { class: "pill live", id: "live" });
  const stepping = steps(t, playhead, t("To the present (End)"));
  const node = h("section", { class: "scrubber card", "aria-label": t("Replay") }, [
    h("div", { class: "scrub-line" }, ticks, range),
    h("div", { class: "scrub-tools" }, [
      stepping.nodes,
      speedChoice(t, remembered("speed", "1"), (speed) => remember("speed", speed)).node,
      where,
      live,
      chapters,
      paceSwitch(t),
    ]),
  ]);
  const parts = { range, ticks, chapters, where, live, stepping, drawn: null };
  return { node, update: (head) => update(shell, parts, head) };
}

function paceSwitch(t) {
  const box = h("input", { type: "checkbox", checked: remembered("pace", "walk") === "walk" });
  on(box, "change", () => remember("pace", box.checked ? "walk" : "jump"));
  return h("label", { class: "switch" }, box, h("span", {}, t("Show moves one by one")));
}

/** Navigates to one version after another, skipping those that are outdated when their turn comes. */
function latest(go) {
  let wanted = null;
  let going = false;
  return async (place) => {
    wanted = place;
    if (going) return;
    going = true;
    try {
      while (wanted !== null) {
        const next = wanted;
        wanted = null;
        await go(next);
      }
    } finally {
      going = false;
    }
  };
}

function update({ t, lang }, parts, head) {
  const { range, where, live, stepping } = parts;
  const { now, version, walking } = head;
  const last = now.doc.version;
  range.max = last;
  range.value = version;
  range.setAttribute("aria-valuetext", saidAt(now.frames, version)?.text ?? "");
  where.textContent = `${version} / ${last}`;
  stepping.update(walking);
  stepping.play.disabled = version === last;
  liveMark(t, live, head, Math.max(last, head.told) - version);
  drawLine(t, lang, parts, now);
  parts.chapters.value = now.chapters.findLast((one) => one.version <= version)?.version ?? "";
}

/** The parts that do not depend on the current version: redrawn only after new events, because there is one per event. */
function drawLine(t, lang, parts, now) {
  if (parts.drawn === now.frames) return;
  parts.drawn = now.frames;
  parts.ticks.replaceChildren(...tickMarks(now, now.doc.version));
  showChapters(t, lang, parts.chapters, now.chapters);
}

const SIGNS = { live: "●", catching: "»", behind: "◷", checking: "◌", reconnecting: "↻", offline: "○" };

/** Live, catching up, or so many versions behind; and whether the game can be followed. */
function liveMark(t, live, { now, following }, behind) {
  const line = lineState();
  if (!isOver(now.doc) && line.kind !== "live") {
    live.dataset.state = line.kind;
    live.textContent = `${SIGNS[line.kind]} ${lineWords(t, line)}`;
    return;
  }
  const state = following && behind === 0 ? "live" : following ? "catching" : "behind";
  const text = { catching: "Catching up: {n}", ...(isOver(now.doc) ? { live: "At the end", behind: "To the end: {n}" } : { live: "Live", behind: "Behind live: {n}" }) };
  live.dataset.state = state;
  live.textContent = `${SIGNS[state]} ${t(text[state], { n: behind })}`;
}

const marked = ({ marks }) => marks.some((mark) => !QUIET.has(mark));

function tickMarks({ frames, chapters }, last) {
  const x = (version) => (last < 2 ? 0 : ((version - 1) / (last - 1)) * 1000);
  const marks = frames.filter(marked).map(({ version }) => [x(version), "mark", 2]);
  const begins = chapters.map(({ version }) => [x(version), "begin", 7]);
  const paths = [...begins, ...marks].map(([at, kind, y]) => path(`M${at.toFixed(1)} ${y}V12`, kind));
  return [drawing("0 0 1000 12", { preserveAspectRatio: "none" }, paths)];
}

function showChapters(t, lang, node, chapters) {
  const options = chapters.map((one, i) => h("option", { value: one.version }, `${i + 1}. ${one.title}`));
  show(node, [lang, chapters], [h("option", { value: "" }, t("Chapters")), ...options]);
  node.hidden = chapters.length === 0;
}
