// Small plots: every number is printed next to its picture, so that nobody needs the picture. Bars have a common scale.
import { h } from "../ui.js";
import { drawing, s } from "../boards/parts/dom.js";

const TICKS = [0, 25, 50, 75, 100];
/** The normal quantile of an interval that holds 19 of 20 true shares. */
const Z = 1.96;

/**
 * Rows of [label, number, class?] as bars: percent of `of`, on an axis from 0 to 100. With `estimated` each share stands for games
 * to come, and has a whisker and a range: Wilson's 95 percent interval.
 */
export function bars(t, title, rows, of, estimated = false) {
  const axis = h("tfoot", {}, h("tr", { "aria-hidden": "true" }, h("td", {}), h("td", { class: "plot-bar" }, h("div", { class: "plot-axis" }, TICKS.map((tick) => h("span", {}, tick)))), h("td", { class: "plot-n" }, "%")));
  return h("table", { class: "plot" }, h("caption", {}, captioned(t, title, of)), h("tbody", {}, rows.map((row) => bar(t, row, of, estimated))), axis);
}

function bar(t, [label, n, kind], of, estimated) {
  const range = estimated ? interval(n, of) : null;
  return h("tr", { class: kind }, [
    h("th", { scope: "row" }, label),
    h("td", { class: "plot-bar" }, drawing("0 0 100 10", { preserveAspectRatio: "none" }, s("rect", { class: "bar-all", width: 100, height: 10 }), grid(), s("rect", { class: "bar-part", width: percent(n, of), height: 10 }), range && whisker(range))),
    h("td", { class: "plot-n" }, `${n} (${Math.round(percent(n, of))} %)`, range && h("small", { class: "muted" }, ` ${t("{low} to {high} %", { low: Math.round(range[0]), high: Math.round(range[1]) })}`)),
  ]);
}

const percent = (n, of) => (100 * n) / Math.max(1, of);
const grid = () => TICKS.slice(1, -1).map((tick) => s("line", { class: "plot-grid", x1: tick, x2: tick, y1: 0, y2: 10 }));
const whisker = ([low, high]) => s("path", { class: "whisker", d: `M${low.toFixed(1)} 5H${high.toFixed(1)}M${low.toFixed(1)} 2V8M${high.toFixed(1)} 2V8` });

/**
 * In percent; for few games wide, and never beyond 0 and 100.
 * @returns {[number, number]}
 */
function interval(n, of) {
  const share = n / of;
  const centre = share + (Z * Z) / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  const scale = 100 / (1 + (Z * Z) / of);
  return [(centre - half) * scale, (centre + half) * scale];
}

const captioned = (t, title, of) => [title, " ", h("span", { class: "muted" }, t("Games: {n}", { n: of }))];

/** Lengths of so many games, from 0 to the maximum, with the minimum and the median marked. */
export function spread(t, title, { min, median, max }, names, of) {
  const at = (n) => (100 * n) / Math.max(1, max);
  const marks = [[min, names.least], [median, names.middle], [max, names.most]];
  return h("figure", { class: "plot spread" }, [
    h("figcaption", {}, captioned(t, title, of)),
    drawing("0 0 100 12", { preserveAspectRatio: "none" }, s("rect", { class: "bar-all", y: 4, width: 100, height: 4 }), s("rect", { class: "bar-part", x: at(min), y: 4, width: at(max) - at(min), height: 4 }), marks.map(([n], i) => s("line", { class: i === 1 ? "whisker" : "plot-grid", x1: at(n), x2: at(n), y1: 0, y2: 12 }))),
    h("div", { class: "plot-axis", "aria-hidden": "true" }, h("span", {}, 0), h("span", {}, max)),
    h("dl", {}, marks.map(([n, name]) => h("div", {}, h("dt", {}, name), h("dd", {}, n)))),
  ]);
}
