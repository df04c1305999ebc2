// Where the keyboard is on a board that is drawn anew: it is never lost.

/** What finds an element again after it was drawn anew. */
function placeOf({ dataset: { pick, scroll } }) {
  if (pick) return `[data-pick="${CSS.escape(pick)}"]:not(:disabled)`;
  return scroll ? `[data-scroll="${CSS.escape(scroll)}"]` : null;
}

/** {held, place}: what of the board has the focus, if anything; asked before it is drawn anew, for what stays may be another thing then. */
export function focusIn(root) {
  const held = /** @type {any} */ (document.activeElement);
  return root.contains(held) ? { held, place: held === root ? null : placeOf(held) } : null;
}

/**
 * Focus what had the focus before (`was`), or what was drawn in its place; the board itself while that is not there. Gives the place
 * that is not there, for the next time (`left`): what may be done again at the next decision has the focus then.
 */
export function refocus(root, was, left) {
  if (!was) return left;
  const { held } = was;
  const place = held === root ? left : was.place;
  const stays = held !== root && root.contains(held) && (!place || held.matches(place));
  const node = stays ? held : place && root.querySelector(place);
  (node ?? root).focus({ preventScroll: true });
  return node ? null : place;
}
