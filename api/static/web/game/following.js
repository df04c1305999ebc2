// What a game's page does as time passes: it follows the game, and checks its log.
import { lineState } from "../connection.js";
import { follow } from "../follow.js";
import { isOver } from "../standings.js";

const AWAY = 15_000;
const SHUT_OUT = [401, 403, 404, 410];

/** Read on after each event until the game is over; returns the function that ends it. */
export function followGame(shell, { source, role, playhead, refreshTo }) {
  const over = () => isOver(playhead.head.now.doc);
  if (over()) return () => {};
  const end = follow(source.path + "/stream", {
    token: source.token,
    after: () => playhead.head.now.doc.version,
    news: async (event) => {
      if (event) playhead.told(Number(event.id));
      await refreshTo(event ? Number(event.id) : Infinity);
      if (over()) end();
    },
    away: role.startsWith("seat:") ? AWAY : undefined, // a player is notified when it is their turn
    refused: (problem) => (SHUT_OUT.includes(problem.status) ? shell.open() : shell.refuse(problem)),
  });
  return end;
}

/** Check once when the page opens, and again when new events have stopped for a while. */
export function checkNowAndThen(audit) {
  const soon = setTimeout(() => audit.check(), 300);
  const now = setInterval(() => lineState().kind === "live" && audit.stale() && audit.check(), 5000);
  return () => {
    clearTimeout(soon);
    clearInterval(now);
  };
}
