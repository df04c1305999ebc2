// The curve of chances with the band of its error: how likely each seat was to win before each decision, and where the game turned.
import { drawing, h, s } from "../boards/parts/dom.js";
import { button } from "../ui.js";

export const WIDE = 300;
export const HIGH = 90;
/** The band is this many standard errors wide to each side: about 19 of 20 true chances are within it. */
const BAND = 2;

/**
 * A line for each seat, of two seats one (the other is its complement), with a band of its error, and a clickable mark at each
 * turning point. `name(seat)` returns the player's name; the curve ends at the version `last`.
 */
export function curve(t, { moments, result }, name, goTo, last = moments.at(-1)?.version ?? 1) {
  const x = (version) => (version / last) * WIDE;
  const seats = Object.keys(moments[0]?.chances ?? {});
  const drawn = seats.length === 2 ? seats.slice(0, 1) : seats;
  const bands = drawn.map((seat) => s("polygon", { class: `chance-band seat-${seat}`, points: band(moments, result, seat, x) }));
  const lines = drawn.map((seat) => s("polyline", { class: `chances seat-${seat}`, points: points(moments, result, seat, x) }));
  const half = seats.length === 2 && s("path", { class: "half", d: `M0 ${HIGH / 2}H${WIDE}` });
  const turning = moments.filter(turns);
  const marks = turning.map((one) => s("line", { class: one.turning ? "turning" : "turning by-luck", x1: x(one.version), x2: x(one.version), y1: 0, y2: HIGH }));
  const told = seats.map((seat) => `${name(Number(seat))}: ${percent(moments[0].chances[seat])} → ${percent(moments.at(-1).chances[seat])}`).join("; ");
  return [
    drawing(`0 0 ${WIDE} ${HIGH}`, { class: "curve", preserveAspectRatio: "none", "aria-label": t("Chances to win. {told}", { told }) }, bands, half, marks, lines),
    turning.length > 0 && h("p", { class: "turnings" }, t("Turning points:"), turning.map((one) => pin(t, one, name, goTo))),
  ];
}

/** Whether the game turned beyond doubt, by the decision or by chance after it. */
const turns = ({ turning, luck }) => turning || luck?.beyond_doubt;

function pin(t, { version, seat, turning }, name, goTo) {
  const cause = turning ? name(seat) : t("by luck");
  return button(`${version} · ${cause}`, () => goTo(version), { class: "btn small", "data-turning": version });
}

/** Share of the win: with two seats a shared win counts half for each, so that one line tells both. */
const shareOf = (chances, seat) => {
  const [first, second, ...more] = Object.keys(chances);
  return more.length === 0 && second && seat === first ? (chances[first] + 1 - chances[second]) / 2 : chances[seat];
};

const at = (x, share) => `${x.toFixed(1)},${((1 - Math.min(1, Math.max(0, share))) * HIGH).toFixed(1)}`;

function known(moments, result, seat, x) {
  const estimated = moments.map(({ version, chances, estimate, error }) => ({ at: x(version), share: shareOf(chances, seat), error: estimate?.error ?? error ?? 0 }));
  return result ? [...estimated, { at: WIDE, share: shareOf(result, seat), error: 0 }] : estimated;
}

const points = (moments, result, seat, x) => known(moments, result, seat, x).map((one) => at(one.at, one.share)).join(" ");

function band(moments, result, seat, x) {
  const all = known(moments, result, seat, x);
  const above = all.map((one) => at(one.at, one.share + BAND * one.error));
  const below = all.map((one) => at(one.at, one.share - BAND * one.error)).reverse();
  return [...above, ...below].join(" ");
}

const percent = (share) => `${Math.round(share * 100)}%`;
