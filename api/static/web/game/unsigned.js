// A notice, shown once, that a seat is played without signatures.
import { h } from "../ui.js";
import { whyUnsigned } from "../trust/keys.js";
import { SESSION, tokensOf } from "../memory.js";
import { claimsOf } from "../trust/store.js";

const GOING_ON = ["waiting", "playing", "suspended"];

/** {node, update(head, seat)}: visible to the player of a seat for which this browser has no key. */
export function unsignedNotice(t, id) {
  const node = h("p", { class: "card notice", id: "unsigned", hidden: true }, t(whyUnsigned()));
  const update = ({ now: { doc } }, seat) => {
    const isSigned = claimsOf(id)[seat]?.key || (tokensOf(id)[`seat:${seat}`] === SESSION && doc.seats.find((one) => one.seat === seat)?.key);
    node.hidden = seat === null || !doc.viewer.startsWith("seat:") || !GOING_ON.includes(doc.status) || Boolean(isSigned);
  };
  return { node, update };
}
