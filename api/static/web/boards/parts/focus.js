// Where the keyboard is on a board that is drawn anew: it is never lost.

/** What finds an element again after it was drawn anew. */
function placeOf({ dataset: { pick, scroll } }) {
  if (pick) return `[data-pick="${CSS.escape(pick)}"]:not(:disabled)`;
  return scroll ? `[data-scroll="${CSS.escape(scroll)}"]` : null;
}

/**
 * Focus what `held` the focus before, or what was drawn in its place; the board itself while that is not there. Gives the place
 * that is not there, for the next time (`left`): what may be done again at the next decision has the focus then.
 */
export function refocus(root, held, left) {
  if (!held) return left;
  const place = held === root ? left : placeOf(held);
  const node = root.contains(held) && held !== root ? held : place && root.querySelector(place);
  (node ?? root).focus({ preventScroll: true });
  return node ? null : place;
}
