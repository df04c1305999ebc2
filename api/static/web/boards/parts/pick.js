// Narrows down the legal actions by picks on the board.
//
// Every action is a bag of tokens ("card:10H", "field:d1"); a pick {key, token} is an element that represents one.
// Two elements may represent the same token (two equal cards), so picks are compared as bags too.

/** An action as it is posted: without its words. */
export function bare({ label, say, ...action }) {
  return action;
}

/** The actions whose tokens contain all picks. `tokens(action)` is null for an action that is not picked on the board. */
export function fitting(actions, tokens, picks) {
  return actions.filter((action) => holds(tokens(action), picks));
}

function holds(tokens, picks) {
  if (tokens === null) return false;
  const left = [...tokens];
  return picks.every(({ token }) => {
    const at = left.indexOf(token);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The actions that are completely picked. */
export function complete(actions, tokens, picks) {
  return fitting(actions, tokens, picks).filter((action) => tokens(action).length === picks.length);
}

/** The picks after one more click: removed, added, or in place of one that is incompatible with it. */
export function clicked(actions, tokens, picks, pick) {
  if (picks.some(({ key }) => key === pick.key)) return picks.filter(({ key }) => key !== pick.key);
  const compatible = [];
  for (const earlier of picks) {
    if (fitting(actions, tokens, [...compatible, earlier, pick]).length) compatible.push(earlier);
  }
  return [...compatible, pick];
}

const FINGER = 44;

/** A field too small for a finger is picked and enlarged by a tap; a second tap, on the bar, confirms it. */
export function tooSmall(node) {
  if (!matchMedia("(pointer: coarse)").matches) return false;
  const { width, height } = node.getBoundingClientRect();
  return Math.min(width, height) < FINGER;
}
