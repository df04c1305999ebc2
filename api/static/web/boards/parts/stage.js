// Common code of all boards: redrawing, picking, acting, the bar of buttons, focus, keyboard.
import { h, loadStyle } from "./dom.js";
import { focusIn, refocus } from "./focus.js";
import { morph } from "./morph.js";
import { move, snapshot } from "./motion.js";
import { bare, clicked, complete, fitting, tooSmall } from "./pick.js";
import { Shown } from "./shown.js";

/**
 * Create a board's `mount(root, ctx)` from its game:
 *   name        its style sheet and class
 *   draw(ui)    {main, hand, tools, detail}: the nodes of the board, those of the hand that stay visible below it,
 *               additional buttons for the bar, and a description of the picks
 *   picture(action, ui)  the content of an action's button instead of its label: its pieces; optional
 *   tokens(action, ui)   what has to be picked for an action: [] for a plain button, null if the board offers it itself
 *   wanted(token, ui)    the action meant by a click on an element that cannot be chosen now; optional
 *   implied(ui)          picks that the board adds itself (a tile's rotation); optional
 *   deferred    action types that need a button of the bar, even if the picks are complete
 *   suggested   action types offered in the bar before they are complete, while there are few
 */
export function board(game) {
  return (root, ctx) => {
    const ui = new Stage(game, root, ctx);
    const styles = ["board.css", `${game.name}.css`].map(loadStyle);
    root.hidden = true;
    Promise.all(styles).then(() => (root.hidden = false));
    return { update: (state) => ui.update(state), destroy: () => ui.destroy() };
  };
}

const FEW = 4;
const SKIPS = ["pointerdown", "keydown"];

class Stage extends Shown {
  constructor(game, root, ctx) {
    super(ctx);
    this.game = game;
    this.root = root;
    Object.assign(this, { picks: [], draft: {}, decision: "", memory: {}, busy: null, left: null });
    this.handlers = new WeakMap();
    this.whys = new WeakMap();
    this.listen = { click: (event) => this.#activate(event), keydown: (event) => this.#pressed(event) };
    for (const [type, listener] of Object.entries(this.listen)) root.addEventListener(type, listener);
    this.endMotion = () => {};
    this.skip = () => this.endMotion();
    for (const type of SKIPS) document.addEventListener(type, this.skip, true);
  }

  destroy() {
    for (const [type, listener] of Object.entries(this.listen)) this.root.removeEventListener(type, listener);
    for (const type of SKIPS) document.removeEventListener(type, this.skip, true);
    this.root.replaceChildren();
  }

  update(state) {
    const [now, then] = [state.event?.version ?? 0, this.state?.event?.version ?? 0];
    this.fresh = now !== then;
    this.before = now > then && this.started ? this.view : null;
    this.state = state;
    const acted = this.fresh && this.events.some(({ actor }) => actor === `seat:${this.seat}`);
    if (acted) this.busy = null; // the action has arrived: nothing is redrawn during its animation
    this.bags = new Map(this.legal.map((action) => [action, this.game.tokens(action, this)]));
    this.known = new Set([...this.bags.values()].flat());
    this.#begin(JSON.stringify(this.legal), acted);
    if (this.started) this.game.remember?.(this);
    this.endMotion();
    const lay = this.before && snapshot(this.root.firstElementChild);
    this.redraw();
    if (lay) this.endMotion = move(this.root.firstElementChild, lay);
    this.fresh = false;
    this.before = null;
  }

  /** Picks and preparations for one decision do not apply to another. While others act the decision stays. */
  #begin(decision, acted) {
    if (decision === this.decision && !acted) return;
    this.decision = decision;
    this.picks = [];
    this.draft = {};
  }

  isPicked(key) {
    return this.picks.some((pick) => pick.key === key);
  }

  /** The actions that match the picks and what the board implies. */
  get fits() {
    return this.#fits(this.#all(this.picks));
  }

  /** The one action that is completely picked, deferred or not. */
  get planned() {
    const fits = this.fits;
    const done = complete(fits, this.#tokens, this.#all(this.picks));
    return fits.length === 1 && done.length === 1 && this.picks.length ? done[0] : null;
  }

  #all(picks) {
    return [...picks, ...(this.game.implied?.(this, picks) ?? [])];
  }

  #tokens = (action) => this.bags.get(action);

  #fits(picks) {
    return fitting(this.legal, this.#tokens, picks);
  }

  /** Make an element clickable if it belongs to a legal action, and mark it by class and attributes. `pick.thing` names it in the history. */
  offer(node, pick, label) {
    node.setAttribute("data-thing", pick.thing ?? pick.token);
    if (!this.known.has(pick.token) || this.busy) {
      if (label) node.setAttribute("aria-label", label);
      if (label && !node.hasAttribute("role")) node.setAttribute("role", "img");
      return this.#whyNot(node, pick.token);
    }
    const picks = clicked(this.legal, this.#tokens, this.picks, pick);
    const action = this.#decided(picks);
    node.classList.add("can");
    if (this.picks.length && !this.isPicked(pick.key) && this.#fits([...this.picks, pick]).length) node.classList.add("fits");
    if (this.isPicked(pick.key)) node.classList.add("picked");
    this.#button(node, pick.key, label, (pressed) => (action && !tooSmall(pressed) ? this.act(action) : this.#pick(picks, label)));
    node.setAttribute("aria-pressed", this.isPicked(pick.key));
    if (action) node.dataset.action = JSON.stringify(bare(action));
    return node;
  }

  /** A click on something that cannot be chosen now explains why not. */
  #whyNot(node, token) {
    const action = this.ctx.why && this.legal.length && !this.busy ? this.game.wanted?.(token, this) : null;
    if (!action) return node;
    node.classList.add("why");
    this.whys.set(node, action);
    return node;
  }

  #decided(picks) {
    const all = this.#all(picks);
    const fits = this.#fits(all);
    const done = complete(fits, this.#tokens, all);
    return fits.length === 1 && done.length === 1 && !this.game.deferred?.has(done[0].type) ? done[0] : null;
  }

  #pick(picks, label) {
    this.picks = picks;
    this.redraw();
    if (picks.length) this.ctx.announce?.(this.t("{what}. Possible moves: {n}", { what: label.replace(/\.$/, ""), n: this.fits.length }));
  }

  /** Make an element clickable that changes only the display of the board (turn a tile, swap two cards). */
  local(node, key, label, change) {
    node.classList.add("can");
    this.#button(node, key, label, () => {
      change();
      this.redraw();
    });
    return node;
  }

  #button(node, key, label, run) {
    node.setAttribute("role", "button");
    node.setAttribute("tabindex", "0");
    node.dataset.pick = key;
    if (label) node.setAttribute("aria-label", label);
    this.handlers.set(node, run);
  }

  /** The bar, always visible, with whose turn it is, the viewer's prompt, and the buttons. */
  #prompt({ tools = [], detail = null }) {
    const asks = this.legal.length > 0;
    const words = asks ? h("strong", {}, this.text(this.state.prompt)) : !this.ctx.turn && this.#waiting();
    return h("div", { class: `kb-prompt ${asks ? "" : "idle"}` }, this.ctx.turn, words && h("p", { class: "kb-question" }, words), detail && h("p", { class: "kb-detail" }, detail), this.bar(tools));
  }

  #waiting() {
    if (this.state.status === "finished") return this.t("The game is over.");
    const names = (this.state.toAct ?? []).map((seat) => this.name(seat)).join(", ");
    return names ? this.t("Waiting for: {names}", { names }) : "";
  }

  /** Buttons for actions without picks, for completely picked actions, and to start over. */
  bar(more) {
    const buttons = this.#barred().map((action) => this.actionButton(action));
    if (this.picks.length) buttons.push(this.local(h("button", { class: "btn kb-quiet", type: "button" }, this.t("Clear selection")), "clear", null, () => (this.picks = [])));
    return h("div", { class: "kb-bar", role: "group", "aria-label": this.t("Actions") }, more, buttons);
  }

  #barred() {
    const all = this.#all(this.picks);
    const plain = this.legal.filter((action) => this.#tokens(action)?.length === 0);
    const few = this.fits.length <= FEW ? this.fits.filter((action) => this.game.suggested?.has(action.type)) : [];
    if (!this.picks.length) return [...few, ...plain];
    return [...new Set([...complete(this.legal, this.#tokens, all), ...few, ...plain])];
  }

  actionButton(action, ...content) {
    const label = this.label(action);
    const picture = this.game.picture?.(action, this);
    const node = h("button", { class: "btn kb-act", type: "button", disabled: Boolean(this.busy), title: picture && label }, content.length ? content : picture ? h("span", { class: "kb-picture" }, picture) : label);
    this.#button(node, `do:${JSON.stringify(bare(action))}`, label, () => this.act(action));
    node.dataset.action = JSON.stringify(bare(action));
    return node;
  }

  async act(action) {
    if (this.busy) return;
    const mine = {};
    this.busy = mine;
    this.picks = [];
    this.redraw();
    try {
      await this.ctx.act(bare(action));
    } finally {
      if (this.busy === mine) this.#rest();
    }
  }

  #rest() {
    this.busy = null;
    if (this.root.isConnected) this.redraw();
  }

  redraw() {
    const was = focusIn(this.root);
    const made = h("div", { class: `kb kb-${this.game.name}${this.busy ? " busy" : ""}`, lang: this.lang }, this.#content());
    for (const node of made.querySelectorAll("g.picked")) node.parentNode.append(node); // enlarged elements are drawn on top
    const drawn = this.root.firstElementChild;
    if (drawn) morph(drawn, made, this.#carry, this.ctx.turn);
    else this.root.append(made);
    this.left = refocus(this.root, was, this.left);
  }

  /** A reused element takes over the event handlers of its new version. */
  #carry = (old, made) => {
    for (const known of [this.handlers, this.whys]) {
      if (known.has(made)) known.set(old, known.get(made));
      else known.delete(old);
    }
  };

  #content() {
    if (!this.started) return [h("div", { class: "kb-main" }, h("p", { class: "kb-wait" }, this.t("The game has not started yet."))), h("div", { class: "kb-dock" }, this.#prompt({}))];
    const { main, hand = null, ...bar } = this.game.draw(this);
    return [h("div", { class: "kb-main", "data-scroll": "main", tabindex: "0", role: "group", "aria-label": this.t("Board") }, main), h("div", { class: "kb-dock" }, hand, this.#prompt(bar))];
  }

  #activate(event) {
    const node = event.target.closest?.("[role=button]");
    const run = node && this.handlers.get(node);
    const why = !run && this.whys.get(event.target.closest?.(".why"));
    if (why) this.ctx.why(why);
    if (run) run(node);
  }

  #pressed(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    const node = event.target;
    if (!this.handlers.has(node) || node.tagName === "BUTTON") return;
    event.preventDefault();
    this.handlers.get(node)(node);
  }
}
