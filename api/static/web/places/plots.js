// Small plots: every number is printed next to its picture, so that nobody needs the picture.
import { h } from "../ui.js";
import { drawing, s } from "../boards/parts/dom.js";

/** Rows of [label, number, class?] as bars; with `of` also their percentages of it. */
export function bars(title, rows, of = 0) {
  const most = Math.max(1, ...rows.map(([, n]) => n));
  const share = (n) => (of ? ` (${Math.round((100 * n) / of)} %)` : "");
  return h("table", { class: "plot" }, h("caption", {}, title), h("tbody", {}, rows.map(([label, n, kind]) => h("tr", { class: kind }, [
    h("th", { scope: "row" }, label),
    h("td", { class: "plot-bar" }, drawing("0 0 100 10", { preserveAspectRatio: "none" }, s("rect", { class: "bar-all", width: 100, height: 10, rx: 2 }), s("rect", { class: "bar-part", width: (100 * n) / most, height: 10, rx: 2 }))),
    h("td", { class: "plot-n" }, n, share(n)),
  ]))));
}

/** From the minimum to the maximum, with the median marked. */
export function spread(title, { min, median, max }, names) {
  const at = (n) => (max > min ? 4 + (92 * (n - min)) / (max - min) : 50);
  const marks = [[min, names.least], [median, names.middle], [max, names.most]];
  return h("figure", { class: "plot spread" }, [
    h("figcaption", {}, title),
    drawing("0 0 100 12", { preserveAspectRatio: "none" }, s("rect", { class: "bar-all", x: 4, y: 4, width: 92, height: 4, rx: 2 }), marks.map(([n], i) => s("rect", { class: i === 1 ? "mark-middle" : "bar-part", x: at(n) - 1, width: 2, height: 12 }))),
    h("dl", {}, marks.map(([n, name]) => h("div", {}, h("dt", {}, name), h("dd", {}, n)))),
  ]);
}
