// The shapes of the curve of chances with the band of its error: how likely each seat was to win before each decision.
import { s } from "../boards/parts/dom.js";

export const WIDE = 300;
export const HIGH = 90;
/** The band is this many standard errors wide to each side: about 19 of 20 true chances are within it. */
const BAND = 2;

/**
 * A line for each seat, of two seats one (the other is its complement), with a band of its error, and a line at even chances. `x(version)`
 * is from 0 to `WIDE`; `seats` are the game document's, whose sides have colours.
 */
export function chanceShapes({ moments, result }, x, seats = []) {
  const all = Object.keys(moments[0]?.chances ?? {});
  const drawn = all.length === 2 ? all.slice(0, 1) : all;
  const look = (name, seat) => ({ class: `${name} seat-${seat}`, "data-side": seats.find((one) => one.seat === Number(seat))?.side });
  return [
    drawn.map((seat) => s("polygon", { ...look("chance-band", seat), points: band(moments, result, seat, x) })),
    all.length === 2 && s("path", { class: "half", d: `M0 ${HIGH / 2}H${WIDE}` }),
    drawn.map((seat) => s("polyline", { ...look("chances", seat), points: points(moments, result, seat, x) })),
  ];
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
