// The places of Age of War's stage, for good: fourteen castles, the field of battle, the tray, and a keep for each seat.
import { range } from "./dom.js";

const WIDE = {
  castles: { columns: 7, gap: 12, x: 20, y: 14, width: 1144, band: 30, height: 192, row: 236 },
  field: [20, 490, 690, 494],
  tray: { box: [724, 490, 440, 494], size: 112, columns: 3, pitch: 138, x: 806, y: 566 },
  keeps: [1180, 14, 400, 970],
};
const TALL = {
  castles: { columns: 5, gap: 10, x: 12, y: 8, width: 756, band: 26, height: 150, row: 184 },
  field: [12, 562, 756, 296],
  tray: { box: [12, 866, 756, 146], size: 88, columns: 7, pitch: 104, x: 78, y: 922 },
  keeps: [12, 1020, 756, 342],
};
const GAP = 8;

/** @typedef {[number, number, number, number]} Box */

/** The places of the parts; boxes are [x, y, width, height]. */
export function placesOf(ui) {
  const { castles, ...places } = ui.tall ? TALL : WIDE;
  return { ...places, ...castlePlaces(ui.components, castles), keeps: keepPlaces(ui, /** @type {Box} */ (places.keeps)) };
}

/** Clans in rows of so many castles: each in the first row that has room for it. */
function clanRows({ clans, castles }, columns) {
  const rows = [];
  for (const { id } of clans) {
    const own = castles.filter(({ clan }) => clan === id);
    const row = rows.find((one) => one.flatMap((clan) => clan.own).length + own.length <= columns);
    if (row) row.push({ id, own });
    else rows.push([{ id, own }]);
  }
  return rows;
}

/** {bands: clan -> box, castles: id -> box}: the castles of a clan lie side by side under its band. */
function castlePlaces(components, { columns, gap, x, y, width, band, height, row }) {
  const across = Math.floor((width - gap * (columns - 1)) / columns);
  const [bands, castles] = [new Map(), new Map()];
  for (const [n, clans] of clanRows(components, columns).entries()) {
    let left = x;
    for (const { id, own } of clans) {
      bands.set(id, [left, y + n * row, own.length * (across + gap) - gap, band - 4]);
      for (const one of own) {
        castles.set(one.id, [left, y + n * row + band, across, height]);
        left += across + gap;
      }
    }
  }
  return { bands, castles };
}

/** Keeps in the order in which they are drawn: one's own is the first, and larger. On the wide stage they are one column. */
function keepPlaces(ui, [x, y, width, height]) {
  const order = [...ui.view.players].sort((a, b) => Number(b.seat === ui.seat) - Number(a.seat === ui.seat)).map(({ seat }) => seat);
  const count = order.length;
  const own = order[0] === ui.seat ? 1.25 : 1;
  if (!ui.tall) return new Map(shares(y, height, count, own).map(([top, long], i) => [order[i], [x, top, width, long]]));
  if (count <= 3) return new Map(shares(x, width, count, own).map(([left, long], i) => [order[i], [left, y, long, height]]));
  return new Map(pairs(count).map(([column, row], i) => [order[i], gridBox([x, y, width, height], column, row, Math.ceil(count / 2))]));
}

/** [start, length] of `count` parts of a length; the first one is `own` times as long. */
function shares(start, length, count, own) {
  const unit = Math.floor((length - GAP * (count - 1)) / (count - 1 + own));
  const first = length - (count - 1) * (unit + GAP);
  return range(0, count - 1).map((i) => (i ? [start + first + GAP + (i - 1) * (unit + GAP), unit] : [start, first]));
}

/** [column, row] of each of `count` keeps in two columns; of an odd number the first one takes a whole row (column -1). */
function pairs(count) {
  const odd = count % 2;
  return range(0, count - 1).map((i) => (odd && i === 0 ? [-1, 0] : [(i - odd) % 2, Math.floor((i + odd) / 2)]));
}

function gridBox([x, y, width, height], column, row, rows) {
  const [half, down] = [(width - GAP) / 2, Math.floor((height - GAP * (rows - 1)) / rows)];
  return [x + Math.max(0, column) * (half + GAP), y + row * (down + GAP), column < 0 ? width : half, down];
}
