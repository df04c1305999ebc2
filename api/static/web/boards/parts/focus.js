// Keeps the keyboard focus on a board when it is redrawn.

/** A selector that finds an element again after a redraw. */
function placeOf({ dataset: { pick, scroll } }) {
  if (pick) return `[data-pick="${CSS.escape(pick)}"]:not(:disabled)`;
  return scroll ? `[data-scroll="${CSS.escape(scroll)}"]` : null;
}

/** {held, place}: the focused element of the board, if any; call it before a redraw, because a reused element may change its meaning. */
export function focusIn(root) {
  const held = /** @type {any} */ (document.activeElement);
  return root.contains(held) ? { held, place: held === root ? null : placeOf(held) } : null;
}

/**
 * Focus the element that was focused before (`was`), or its replacement; the board itself if there is none. Returns the place
 * that is missing, for the next time (`left`): it gets the focus when it returns at the next decision.
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
