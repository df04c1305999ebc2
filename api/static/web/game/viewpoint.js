// A read-only board from one viewpoint.
import { boardOf } from "../boards/index.js";
import { h, keepMarked } from "../ui.js";
import { seatOf } from "../standings.js";

/**
 * {node, place, label(text), update(doc, events, asked), destroy()} for a viewer's boards of one game. With `why(action)` one may ask about
 * the actions of the seat shown: `asked` is {legal, prompt, seat}, nothing where there is nothing to ask.
 */
export async function eyes(shell, ruleset, label, why = undefined) {
  const { t } = shell;
  const place = h("div", { class: "board", role: "group", "aria-label": label });
  const { mount } = await boardOf(ruleset.id);
  const act = async (action) => why?.(action);
  const board = mount(place, { still: !why, act, why, t, announce: () => {} });
  const update = (doc, events, asked = {}) => board.update({ ...stateOf(doc, events), ...asked });
  // A page may have several such boards, so their parts are no landmarks; a board redraws itself when its pictures arrive.
  const stop = keepMarked(place, () => {
    for (const part of place.querySelectorAll("section[aria-label]:not([role])")) part.setAttribute("role", "group");
  });
  const destroy = () => {
    stop();
    board.destroy();
  };
  const stateOf = (doc, events) => ({
    view: doc.view,
    legal: [],
    seat: seatOf(doc.viewer),
    seats: doc.seats,
    ruleset,
    event: events.at(-1) ?? null,
    events,
    status: doc.status,
    lang: shell.lang,
    toAct: doc.to_act,
  });
  const caption = h("figcaption", {}, label);
  const relabel = (text) => {
    caption.textContent = text;
    place.setAttribute("aria-label", text);
  };
  return { node: h("figure", { class: "eyes" }, caption, place), place, label: relabel, update, destroy };
}
