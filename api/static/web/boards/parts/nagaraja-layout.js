// Where everything lies on the stage of Nagaraja, in its units. A box is [x, y, width, height].

/** The smallest side of a target. */
export const LEAST = { wide: 43, tall: 50 };

const WIDE = {
  left: { box: [16, 16, 666, 740], large: true, temple: [36, 210, 1.19], sticks: [34, 124, 630, 80], amulets: [606, 222, 62, 516], held: null },
  right: { box: [988, 16, 596, 740], large: false, temple: [1008, 210, 1.06], sticks: [1006, 124, 560, 80], amulets: [1514, 222, 60, 446], held: { box: [1006, 694, 560, 50], backs: true } },
  middle: { box: [696, 16, 278, 740], tile: [835, 192, 1.4], trap: [936, 150, 0.5], fate: [712, 290, 246], piles: [712, 398, 246], supply: [712, 488, 246], used: [708, 530, 254, 216], usedLabel: [835, 548] },
  effect: [16, 774, 348, 210],
  hand: { box: [380, 770, 840, 224], card: [156, 218], text: true },
  shown: { box: [1236, 770, 348, 224], card: [156, 218], text: true },
  hands: [{ box: [380, 770, 588, 224], card: [150, 218], text: true }, { box: [996, 770, 588, 224], card: [150, 218], text: true }],
};
const TALL = {
  small: { box: [10, 10, 402, 486], large: false, temple: [20, 160, 0.73], sticks: [20, 100, 380, 56], amulets: [362, 166, 48, 134], held: { box: [362, 304, 48, 186], backs: false } },
  large: { box: [10, 508, 760, 640], large: true, temple: [22, 608, 1.2], sticks: [592, 608, 168, 330], amulets: [592, 944, 168, 84], held: { box: [592, 1034, 168, 106], backs: true } },
  middle: { box: [422, 10, 348, 486], tile: [488, 100, 1], trap: [736, 100, 0.5], fate: [548, 48, 160], piles: [432, 150, 328], supply: [432, 210, 328], used: [432, 238, 328, 100], usedLabel: null },
  effect: [430, 342, 332, 148],
  hand: { box: [16, 1162, 748, 200], card: [132, 192], text: false },
  hidden: { box: [16, 1162, 296, 200], card: [100, 146], text: false },
  shown: { box: [330, 1162, 434, 200], card: [132, 192], text: false },
  hands: [{ box: [16, 1162, 366, 200], card: [120, 176], text: false }, { box: [398, 1162, 366, 200], card: [120, 176], text: false }],
};

export const layoutOf = (ui) => (ui.tall ? TALL : WIDE);
export const leastOf = (ui) => (ui.tall ? LEAST.tall : LEAST.wide);

/** A box about a middle. */
export const about = (x, y, width, height = width) => [x - width / 2, y - height / 2, width, height];

/**
 * The middles of `n` cells in a box, in as few rows as cells of at least `least` allow, and the size of a cell, of which this is the most.
 * @param {number[]} box @param {number} n @param {number} least @param {number[]} most
 * @returns {{size: [number, number], at: (i: number) => [number, number]}}
 */
export function cells([x, y, width, height], n, least, [wide, high]) {
  const rows = Math.max(1, Math.ceil(n / Math.max(1, Math.floor(width / least))));
  const columns = Math.max(1, Math.ceil(n / rows));
  /** @type {[number, number]} */
  const size = [Math.min(width / columns, wide), Math.min(height / rows, high)];
  /** @type {(i: number) => [number, number]} */
  const at = (i) => [x + size[0] * ((i % columns) + 0.5), y + size[1] * (Math.floor(i / columns) + 0.5)];
  return { size, at };
}

/** Where `n` cards of a width begin in a row that overlaps as much as it must, in the middle of the box, and how much of each is seen. */
export function fan([x, y, width], [across], n, gap = 14) {
  const step = n > 1 ? Math.min(across + gap, (width - across) / (n - 1)) : 0;
  const start = x + (width - across - step * (n - 1)) / 2;
  return Array.from({ length: n }, (_, i) => [start + step * i, y, i < n - 1 ? Math.min(across, step) : across]);
}
