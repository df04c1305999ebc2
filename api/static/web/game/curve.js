// The curve of chances: how likely each seat was to win before each decision, and where the game turned.
import { drawing, h, s } from "../boards/parts/dom.js";
import { button } from "../ui.js";

export const WIDE = 300;
export const HIGH = 90;

/**
 * A line for each seat and a clickable mark at each turning point. `name(seat)` returns the player's name; the curve
 * ends at the version `last`.
 */
export function curve(t, { moments, result }, name, goTo, last = moments.at(-1)?.version ?? 1) {
  const x = (version) => (version / last) * WIDE;
  const seats = Object.keys(moments[0]?.chances ?? {});
  const lines = seats.map((seat) => s("polyline", { class: `chances seat-${seat}`, points: points(moments, result, seat, x) }));
  const turning = moments.filter((one) => one.turning);
  const marks = turning.map(({ version }) => s("line", { class: "turning", x1: x(version), x2: x(version), y1: 0, y2: HIGH }));
  const told = seats.map((seat) => `${name(Number(seat))}: ${percent(moments[0].chances[seat])} → ${percent(moments.at(-1).chances[seat])}`).join("; ");
  return [
    drawing(`0 0 ${WIDE} ${HIGH}`, { class: "curve", preserveAspectRatio: "none", "aria-label": t("Chances to win. {told}", { told }) }, marks, lines),
    turning.length > 0 && h("p", { class: "turnings" }, t("Turning points:"), turning.map((one) => button(`${one.version} · ${name(one.seat)}`, () => goTo(one.version), { class: "btn small", "data-turning": one.version }))),
  ];
}

function points(moments, result, seat, x) {
  const known = moments.map(({ version, chances }) => [x(version), chances[seat]]);
  const end = result ? [[WIDE, result[seat]]] : [];
  return [...known, ...end].map(([at, share]) => `${at.toFixed(1)},${((1 - share) * HIGH).toFixed(1)}`).join(" ");
}

const percent = (share) => `${Math.round(share * 100)}%`;
