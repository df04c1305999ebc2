// The board of the game's ruleset, and a list of all legal actions, so that no game gets stuck.
import { boardOf } from "../boards/index.js";
import { bare } from "../boards/parts/pick.js";
import { arrived } from "../connection.js";
import { button, h, show } from "../ui.js";
import { chooseBarred } from "./whynot.js";

/** A place has a name if all parts of it are there. */
const NAME = /^[^:]+(:[^:]+)*$/;

/** {update(state), point(pointer), draw(arrows), places(), question()}: `question` is the board's current prompt for the viewer; `act(action)` posts it, `turn` says whose turn it is, in the board's bar. */
export async function boardHost({ place: root, moves }, shell, ruleset, act, turn, why) {
  const { t } = shell;
  const place = h("div", { class: "board", id: "board", tabindex: "-1", role: "group", "aria-label": t("Board") });
  const list = h("div", { class: "all-moves-list" });
  const count = h("summary", {});
  const barred = button(t("Why can't I…?"), async () => (await chooseBarred(t, place))?.dispatchEvent(new MouseEvent("click", { bubbles: true })), { class: "btn small quiet", id: "why-not" });
  const all = h("details", { class: "all-moves", id: "all-moves" }, count, list, barred);
  all.addEventListener("toggle", () => (barred.hidden = !place.querySelector(".why[aria-label]")));
  root.replaceChildren(h("h2", { class: "vh" }, t("Board")), place);
  moves.replaceChildren(all);
  const { mount } = await arrived(boardOf(ruleset.id));
  const focus = keptFocus(place);
  const say = (action) => [action.label[shell.lang], action.say?.[shell.lang]];
  const board = mount(place, { act, why, t, turn, announce: shell.announce });
  const update = (state) => {
    board.update(state);
    focus.restore();
    all.hidden = state.legal.length === 0;
    count.textContent = t("All moves: {n}", { n: state.legal.length });
    show(list, [shell.lang, state.legal], state.legal.map((action) => moveButton(say, action, act)));
  };
  const point = (pointer) => {
    board.point(pointer);
    focus.restore();
  };
  /** What is on the board now, by the names of its places: [name, words]. */
  const places = () => [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(".kb-targets [data-thing][aria-label], .plain-fields [data-thing]"))].filter((one) => NAME.test(one.dataset.thing)).map((one) => [one.dataset.thing, (one.dataset.called ?? one.getAttribute("aria-label")).split(". ")[0]]);
  const destroy = () => {
    focus.end();
    board.destroy();
  };
  const question = () => place.querySelector(".kb-question")?.textContent ?? "";
  return { update, point, draw: board.draw, places, question, destroy };
}

/** Keep the keyboard focus on the board when the focused button disappears. */
function keptFocus(place) {
  let here = false;
  const watch = (event) => (here = place.contains(event.target));
  document.addEventListener("focusin", watch);
  return {
    restore: () => here && document.activeElement === document.body && place.focus({ preventScroll: true }),
    end: () => document.removeEventListener("focusin", watch),
  };
}

function moveButton(say, action, act) {
  const [label, aloud] = say(action);
  return button(label, () => act(action), { class: "btn small", "aria-label": aloud, "data-action": JSON.stringify(bare(action)) });
}
