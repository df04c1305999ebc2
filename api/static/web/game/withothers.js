// What the people at a table have to say to each other besides their moves: the ways out of the game, and what is offered.
import { stopOffer } from "./offers.js";
import { rematchOffer } from "./rematchoffer.js";
import { stopping } from "./stopping.js";

/** {entries, nodes, again, leave(), update(head, seat), end()}: `entries` are for the menu, `nodes` upon the edge of the board, `again` is the offer of a rematch; see stopping.js. */
export function withOthers(shell, table) {
  const ways = stopping(shell, table);
  const stop = stopOffer(shell, { ...table, agree: ways.agree });
  const again = rematchOffer(shell, table);
  const update = (head, seat) => [ways, stop, again].forEach((part) => part.update(head, seat));
  return { entries: ways.entries, nodes: [stop.node, again.node], again, leave: ways.leave, update, end: again.end };
}
