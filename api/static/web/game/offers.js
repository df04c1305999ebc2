// Upon the edge of the board: what the others offer, with the answers to it.
import { button, h, show } from "../ui.js";
import { agreements, present } from "../clock/agreed.js";
import { namesOf } from "../standings.js";
import { STOP } from "./stopping.js";

/** {node, update(head, seat)}: the offer to stop without a result. `agree()` agrees to it for the own seat. */
export function stopOffer(shell, { source, clauses, agree }) {
  const { t } = shell;
  const node = offerPlace("stop-offer");
  let closed = "";

  function update({ now: { doc } }, seat) {
    const agreed = [...(agreements(source.events).get(STOP) ?? [])];
    const missing = present(doc, source.events).filter((one) => !agreed.includes(one));
    const key = JSON.stringify([agreed, doc.status]);
    node.hidden = agreed.length === 0 || missing.length === 0 || doc.dispute !== null || closed === key || doc.viewer !== `seat:${seat}`;
    const close = () => {
      closed = key;
      node.hidden = true;
    };
    if (!node.hidden) show(node, [t.lang, key, seat, doc.seats], agreed.includes(seat) ? waits(doc, missing, close) : asks(doc, agreed, close));
  }

  const waits = (doc, missing, close) => [
    h("p", {}, t("You have offered to stop without a result. Still missing: {names}", { names: namesOf(t, doc.seats, missing) })),
    button("×", close, { class: "btn small quiet", "aria-label": t("Close") }),
  ];

  /** Nobody has to refuse: the next move ends the offer. */
  const asks = (doc, agreed, close) => [
    h("p", {}, t("{names} offer to stop without a result.", { n: agreed.length, names: namesOf(t, doc.seats, agreed) }), " ", h("span", { class: "muted" }, t("The next move ends the offer."))),
    h("div", { class: "row" }, [
      button(t("Agree"), () => shell.attempt(agree, clauses), { class: "btn small primary", "data-do": "agree-stop" }),
      button(t("Play on"), close, { class: "btn small", "data-do": "play-on" }),
    ]),
  ];
  return { node, update };
}

/** The place of one offer; screen readers hear what comes there. */
export const offerPlace = (id) => h("section", { class: "offer card", id, role: "status", hidden: true });
