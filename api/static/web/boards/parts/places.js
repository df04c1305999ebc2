// Where the parts of a drawing lie: read from their `transform` attributes, because asking the browser lays the page out.
// A place is a matrix [a, b, c, d, e, f], as in `matrix(a, b, c, d, e, f)`.

const ORIGIN = [1, 0, 0, 1, 0, 0];
const PART = /(\w+)\(([^)]*)\)/g;
const KINDS = {
  translate: ([x, y = 0]) => [1, 0, 0, 1, x, y],
  scale: ([x, y = x]) => [x, 0, 0, y, 0, 0],
  rotate([degrees]) {
    const [sine, cosine] = [Math.sin, Math.cos].map((of) => of((degrees * Math.PI) / 180));
    return [cosine, sine, -sine, cosine, 0, 0];
  },
};

/** The place that the second one, inside the first, is. @param {number[]} outer @param {number[]} inner */
export function within([a, b, c, d, e, f], [k, l, m, n, o, p]) {
  return [a * k + c * l, b * k + d * l, a * m + c * n, b * m + d * n, a * o + c * p + e, b * o + d * p + f];
}

/** The place that `place` is, seen from the first one. @param {number[]} outer @param {number[]} place */
export function seenFrom([a, b, c, d, e, f], place) {
  const area = a * d - b * c;
  return within([d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area], place);
}

function ownPlace(node) {
  const parts = [...(node.getAttribute("transform") ?? "").matchAll(PART)];
  return parts.map(([, kind, numbers]) => KINDS[kind](numbers.trim().split(/[\s,]+/).map(Number))).reduce(within, ORIGIN);
}

/** A function that tells the place of a part of this drawing. */
export function placesIn(drawing) {
  const known = new Map([[drawing, ORIGIN]]);
  return function placeOf(node) {
    if (!known.has(node)) known.set(node, within(placeOf(node.parentNode), ownPlace(node)));
    return known.get(node);
  };
}

/** Whether two places look the same. */
export const alike = (one, other) => one.every((number, i) => Math.abs(number - other[i]) < (i < 4 ? 0.005 : 2));

/** A place as a value of `transform`. */
export const asTransform = (place) => `matrix(${place.map((number) => number.toFixed(4)).join(", ")})`;
