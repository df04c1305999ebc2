// The timeline of a game: a drawing, a range input upon it for keyboard and ear, pins, a cursor, and what was where one points.
import { button, h, on, show } from "../ui.js";
import { saidAt } from "../clock/unsaid.js";
import { chart } from "./chart.js";
import { together } from "./pins.js";
import { preview } from "./preview.js";

const COARSE = matchMedia("(pointer: coarse)");
/** CSS pixels between the middles of two pins, each of which is a target. */
const APART = { fine: 24, coarse: 44 };

/**
 * {node, update(line)}; `line` is {first, last, version, frames, chapters, chances, seats, pins(), picture(version)}: `picture`
 * returns an address or null. `goTo(version)` is awaited; while it works, newer wishes replace each other.
 */
export function timeline(t, { id, goTo }) {
  const range = h("input", { type: "range", step: 1, id, "aria-label": t("Version") });
  const art = chart();
  const titles = h("div", { class: "line-titles", "aria-hidden": "true" });
  const pins = h("div", { class: "line-pins" });
  const cursor = h("div", { class: "line-cursor", "aria-hidden": "true" });
  const node = h("div", { class: "theatre-line" }, art.node, titles, cursor, range, pins);
  let line = null;
  let pinned = [];

  const place = (version) => (line.last > line.first ? (version - line.first) / (line.last - line.first) : 0);
  const go = latest(async (version) => {
    await goTo(version);
    range.value = String(line.version); // back to the actual version if navigation failed
  });
  on(range, "input", () => void go(range.valueAsNumber));
  on(range, "keydown", (event) => {
    const at = range.valueAsNumber; // where it is on its way to, when pressed again
    const to = { PageUp: chapterAfter(line, at), PageDown: chapterBefore(line, at) }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    range.value = String(to);
    void go(to);
  });
  const glance = preview(node, () => line, (share) => Math.round(line.first + share * (line.last - line.first)));
  new ResizeObserver(() => line && drawPins()).observe(node);

  function drawPins() {
    const apart = COARSE.matches ? APART.coarse : APART.fine;
    const groups = together(pinned, (version) => place(version) * node.clientWidth, apart);
    show(pins, groups.map((pin) => [pin.name, place(pin.version)]), groups.map(({ version, kind, name }) => button("", () => go(version), { class: `pin ${kind}`, "aria-label": name, title: name, "data-pin": version, vars: { "--at": place(version) } })));
  }

  /** What does not depend on the current version: drawn only after new events, because there is one tick for each. */
  function draw() {
    art.draw({ ...line, place });
    titles.replaceChildren(...line.chapters.map(({ version, title }, i) => {
      const end = place(line.chapters[i + 1]?.version ?? line.last);
      return h("span", { vars: { "--at": place(version), "--wide": end - place(version) } }, h("i"), h("span", {}, title));
    }));
    pinned = line.pins();
    drawPins();
  }

  function update(next) {
    const drawn = line && ["first", "last", "frames", "chapters", "chances"].every((part) => line[part] === next[part]);
    line = next;
    if (!drawn) draw();
    Object.assign(range, { min: String(line.first), max: String(line.last), value: String(line.version) });
    range.setAttribute("aria-valuetext", saidAt(line.frames, line.version)?.text ?? "");
    node.style.setProperty("--at", String(place(line.version)));
    art.fill(place(line.version));
    glance.update();
  }
  return { node, range, update };
}

const chapterAfter = ({ chapters, last }, at) => chapters.find(({ version }) => version > at)?.version ?? last;
const chapterBefore = ({ chapters, first }, at) => chapters.findLast(({ version }) => version < at)?.version ?? first;

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
