// Narrowing legal actions down by picking things on the board.
//
// Every action is a bag of tokens ("card:10H", "field:d1"); a pick {key, token} is an element that stands for one.
// Two elements may stand for the same token (two equal cards), so picks are compared as bags too.

/** An action as it is posted: without the label that it is served with. */
export function bare({ label, ...action }) {
  return action;
}

/** The actions whose tokens hold all that is picked. `tokens(action)` is null for what is not picked on the board. */
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

/** Those of the actions that need nothing more. */
export function complete(actions, tokens, picks) {
  return fitting(actions, tokens, picks).filter((action) => tokens(action).length === picks.length);
}

/** What is picked after one more click: taken back, added, or in the place of what does not go with it. */
export function clicked(actions, tokens, picks, pick) {
  if (picks.some(({ key }) => key === pick.key)) return picks.filter(({ key }) => key !== pick.key);
  const kept = [];
  for (const earlier of picks) {
    if (fitting(actions, tokens, [...kept, earlier, pick]).length) kept.push(earlier);
  }
  return [...kept, pick];
}

const FINGER = 44;

/** A field too small for a finger is picked by a tap and enlarged, and a second tap, on the bar, does it. */
export function tooSmall(node) {
  if (!matchMedia("(pointer: coarse)").matches) return false;
  const { width, height } = node.getBoundingClientRect();
  return Math.min(width, height) < FINGER;
}
