// What runs out first, in a list of games.
import { h } from "../ui.js";
import { lineState } from "../connection.js";
import { seatOf } from "../standings.js";
import { serviceNow } from "./servicetime.js";
import { SECOND, figures } from "./time.js";

/** When a clock of a game runs out: the viewer's own if it runs, else the first; Infinity if none runs. */
export function runsOut({ clock }, seat) {
  const due = (clock?.seats ?? []).filter(({ deadline }) => deadline !== undefined);
  const own = due.find((row) => row.seat === seat);
  return own ? own.deadline : Math.min(Infinity, ...due.map(({ deadline }) => deadline));
}

/** For sorting games {doc, role}: what runs out first is first, then those in which nothing runs out. */
export function byDeadline(one, other) {
  const [first, second] = [one, other].map(({ doc, role }) => (doc ? runsOut(doc, seatOf(role)) : Infinity));
  return first === second ? 0 : first - second;
}

/** The time until a deadline; `keepCounting` keeps it true. */
export const countdown = (t, deadline) => Number.isFinite(deadline) && h("span", { class: "pill countdown", "data-deadline": deadline }, remaining(t, deadline));

const remaining = (t, deadline) => t("{time} left", { time: figures(t, Math.max(0, deadline - serviceNow())) });

/** Keep the countdowns below a node true until the returned function is called; without a connection they stand still. */
export function keepCounting(t, root) {
  const timer = setInterval(() => {
    if (lineState().kind !== "live") return;
    for (const node of root.querySelectorAll("[data-deadline]")) {
      const text = remaining(t, Number(node.dataset.deadline));
      if (node.textContent !== text) node.textContent = text;
    }
  }, SECOND);
  return () => clearInterval(timer);
}
