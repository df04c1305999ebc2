// The curve of chances by itself, and the places at which the game turned.
import { drawing, h, s } from "../boards/parts/dom.js";
import { button } from "../ui.js";
import { chanceShapes, HIGH, WIDE } from "../theatre/curve.js";
import { turns } from "../theatre/pins.js";

/** The curve with a mark at each turning point. `name(seat)` returns the player's name. */
export function curve(t, { moments, result }, name) {
  const last = moments.at(-1)?.version ?? 1;
  const x = (version) => (version / last) * WIDE;
  const seats = Object.keys(moments[0]?.chances ?? {});
  const marks = moments.filter(turns).map((one) => s("line", { class: one.turning ? "turning" : "turning by-luck", x1: x(one.version), x2: x(one.version), y1: 0, y2: HIGH }));
  const told = seats.map((seat) => `${name(Number(seat))}: ${percent(moments[0].chances[seat])} → ${percent(moments.at(-1).chances[seat])}`).join("; ");
  return drawing(`0 0 ${WIDE} ${HIGH}`, { class: "curve", preserveAspectRatio: "none", "aria-label": t("Chances to win. {told}", { told }) }, chanceShapes({ moments, result }, x), marks);
}

/** Buttons that lead to where the game turned; nothing if it never did beyond doubt. */
export function turnings(t, moments, name, goTo) {
  const turning = moments.filter(turns);
  return turning.length > 0 && h("p", { class: "turnings" }, t("Turning points:"), turning.map((one) => pin(t, one, name, goTo)));
}

/** Buttons that lead to decisions with a better action; nothing if there are none. */
export function improvements(t, moments, name, goTo) {
  const better = moments.filter((moment) => moment.better);
  return better.length > 0 && h("p", { class: "turnings" }, t("Better actions:"), better.map(({ version, seat }) => button(`${version} · ${name(seat)}`, () => goTo(version), { class: "btn small", "data-better": version })));
}

function pin(t, { version, seat, turning }, name, goTo) {
  const cause = turning ? name(seat) : t("by luck");
  return button(`${version} · ${cause}`, () => goTo(version), { class: "btn small", "data-turning": version });
}

const percent = (share) => `${Math.round(share * 100)}%`;
