// When a page wakes: it was hidden, frozen, stored for the Back button, or offline, or the whole machine slept. Connections may be dead by
// then, and nothing says so.
import { doubt } from "./connection.js";

const LOOK = 2000;
/** A timer that is later than this stood still: a busy page is late by less. */
const LATE = 4000;

/** Doubt what the page shows whenever it wakes. */
export function doubtOnWaking() {
  const shown = () => document.hidden || doubt();
  addEventListener("online", shown);
  addEventListener("pageshow", ({ persisted }) => persisted && shown());
  document.addEventListener("visibilitychange", shown);
  document.addEventListener("resume", shown);
  watchTimers(shown);
}

/** Timers stand still while the machine sleeps; in hidden pages they are late anyway. */
function watchTimers(slept) {
  let before = Date.now();
  setInterval(() => {
    const late = Date.now() - before - LOOK;
    before = Date.now();
    if (late > LATE) slept();
  }, LOOK);
}
