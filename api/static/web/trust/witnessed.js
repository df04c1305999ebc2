// The witnesses that the operator chose for the service's log, told before somebody takes a seat.
import { h, show } from "../ui.js";
import { nameOf } from "../audit/note.js";

/** `witnessed` of entry 0 as [text, values]; null in games that promise nothing about a log. */
function told(witnessed) {
  if (witnessed === undefined) return null;
  if (witnessed === null) return ["The operator asks for no witnesses: nobody else vouches for the service's log of games."];
  const { quorum, witnesses } = witnessed;
  return ["The operator chose these witnesses: {names}. Seeds stay secret until every seat is in the service's log and witnesses have signed it ({quorum} of {all}).", { names: witnesses.map(nameOf).join(", "), quorum, all: witnesses.length }];
}

/** A line about `witnessed` of entry 0; null where there is none. */
export function witnessedLine(t, witnessed) {
  const text = told(witnessed);
  return text && h("p", { class: "muted witnessed" }, t(...text));
}

/** {node, update(head)}: the same while a table has free seats. */
export function witnessedNotice(t) {
  const node = h("div", {});
  const update = ({ now: { doc } }) => {
    const open = doc.status === "waiting" && doc.seats.some(({ name }) => name === null);
    show(node, [t.lang, open, doc.witnessed ?? null], open ? [witnessedLine(t, doc.witnessed)] : []);
  };
  return { node, update };
}
