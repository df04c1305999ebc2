// A swipe over the board of a replay is a step: to the left onwards, to the right back.
import { on } from "../ui.js";

/** CSS pixels after which it is a swipe, and how much flatter than steep it is. */
const LEAST = 40;
const FLAT = 2;

/** `may()` says whether one watches there; where one plays a swipe means nothing. */
export function swipes(place, playhead, may) {
  let from = null;
  on(place, "pointerdown", ({ pointerType, isPrimary, clientX, clientY }) => {
    from = pointerType !== "mouse" && isPrimary && may() ? [clientX, clientY] : null;
  });
  on(place, "pointercancel", () => (from = null));
  on(place, "pointerup", ({ clientX, clientY }) => {
    if (!from) return;
    const [across, down] = [clientX - from[0], clientY - from[1]];
    from = null;
    if (Math.abs(across) < LEAST || Math.abs(across) < FLAT * Math.abs(down)) return;
    void playhead.goTo(playhead.head.version - Math.sign(across));
  });
}
