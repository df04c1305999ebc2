// The drawing of a timeline: the curve of chances, a tick for each turn, the chapters as one bar that fills.
import { drawing, path, s } from "../boards/parts/dom.js";
import { chanceShapes, HIGH, WIDE } from "./curve.js";

const ACROSS = 1000;
/** The places of the curve and of the chapters' bar, from above; the drawing is as tall in CSS pixels. */
const DOWN = 56;
const CURVE = 28;
const BAR = 34;
/** The ticks stand on the bar; without a curve there is more room for them. */
const TICKS = { beneath: [5, 5], alone: [8, 16] };

/** {node, draw(line), fill(share)}; `line` is {place(version) from 0 to 1, frames, chapters, chances, seats}. */
export function chart() {
  const node = drawing(`0 0 ${ACROSS} ${DOWN}`, { class: "line-art", preserveAspectRatio: "none" });
  const played = s("rect", { class: "played", y: BAR, height: DOWN - BAR });
  const fill = (share) => played.setAttribute("width", (share * ACROSS).toFixed(1));

  function draw({ place, frames, chapters, chances, seats }) {
    const x = (version) => (place(version) * ACROSS).toFixed(1);
    const [turn, mark] = chances ? TICKS.beneath : TICKS.alone;
    const down = (many, from, to) => many.map(({ version }) => `M${x(version)} ${from}V${to}`).join("");
    const marked = frames.filter(({ marks }) => marks.some((mark) => mark !== "taken-back"));
    node.replaceChildren(
      chances ? curve(chances, place, seats) : "",
      path(down(frames.filter(({ turn }) => turn !== undefined), BAR - turn, BAR), "tick"),
      path(down(marked, BAR - mark, BAR), "tick marked"),
      s("rect", { class: "bar", y: BAR, width: ACROSS, height: DOWN - BAR }),
      played,
      path(down(chapters, BAR, DOWN), "seam"),
    );
  }
  return { node, draw, fill };
}

function curve(chances, place, seats) {
  return s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, width: ACROSS, height: CURVE, preserveAspectRatio: "none" }, chanceShapes(chances, (version) => place(version) * WIDE, seats));
}
