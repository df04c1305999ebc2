// Common code of all boards: redrawing, picking, acting, focus, keyboard.
import { Arrows } from "./arrows.js";
import { prompt } from "./bar.js";
import { drawing, h, listen, loadStyle } from "./dom.js";
import { focusIn, refocus } from "./focus.js";
import { morph } from "./morph.js";
import { move, snapshot } from "./motion.js";
import { bare, clicked, complete, fitting, tooSmall } from "./pick.js";
import { Pointing } from "./pointing.js";
import { shapeOf, watchShape } from "./shape.js";
import { Shown } from "./shown.js";
import { Targets } from "./targets.js";
import { Parts } from "./unchanged.js";

/**
 * Create a board's `mount(root, ctx)` from its game:
 *   name        the class of its element
 *   stage       {wide: [width, height], tall: [width, height]}: the units of its two drawings; a board without one is
 *               HTML, and has a style sheet by its name
 *   draw(ui)    {art, tools, detail}: the drawing in units of the stage (`ui.size`; `ui.tall` says which), additional
 *               buttons for the bar, and a description of the picks. While it draws it calls `ui.offer`, `ui.say`,
 *               `ui.local` and `ui.region` for what lies over the drawing. A board without a stage returns `main`, its nodes
 *   picture(action, ui)  the content of an action's button instead of its label: its pieces; optional
 *   tokens(action, ui)   what has to be picked for an action, its pieces before its place: [] for a plain button, null if the
 *               board offers it itself. A token is the name of its thing (`data-thing`)
 *   wanted(token, ui)    the action meant by a click on an element that cannot be chosen now; optional
 *   implied(ui)          picks that the board adds itself (a tile's rotation); optional
 *   remember(ui)         called after each update, to keep what later drawings need in `ui.memory`; optional
 *   deferred    action types that need a button of the bar, even if the picks are complete
 *   suggested   action types offered in the bar before they are complete, while there are few
 */
export function board(game) {
  return (root, ctx) => {
    const ui = new Stage(game, root, ctx);
    const arrows = new Arrows(ui);
    const styles = ["board.css", ...(game.stage ? [] : [`${game.name}.css`])].map(loadStyle);
    root.hidden = true;
    Promise.all(styles).then(() => (root.hidden = false));
    return { update: (state) => ui.update(state), point: (pointer) => ui.pointing.show(pointer), draw: (list) => arrows.show(list), destroy: () => (arrows.end(), ui.destroy()) };
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
    this.handlers = new Map();
    this.whys = new Map();
    this.parts = new Parts();
    this.pointing = new Pointing(this);
    this.shape = shapeOf(root, ctx);
    this.unwatch = game.stage ? watchShape(root, ctx, (shape) => this.#reshape(shape)) : () => {};
    this.endMotion = () => {};
    this.unclick = listen(root, ["click"], (event) => this.#activate(event));
    this.unskip = listen(document, SKIPS, () => this.endMotion(), true);
  }

  destroy() {
    this.unwatch();
    this.pointing.end();
    this.unclick();
    this.unskip();
    this.root.replaceChildren();
  }

  update(state) {
    const [now, then] = [state.event?.version ?? 0, this.state?.event?.version ?? 0];
    this.fresh = now !== then;
    this.before = now > then && this.started && state.seat === this.seat ? this.view : null; // another seat's shows what this one must not see
    this.state = state;
    const acted = this.fresh && this.events.some(({ actor }) => actor === `seat:${this.seat}`);
    if (acted) this.busy = null; // the action has arrived: nothing is redrawn during its animation
    this.bags = new Map(this.legal.map((action) => [action, this.game.tokens(action, this)]));
    this.known = new Set([...this.bags.values()].flat());
    this.#begin(JSON.stringify(this.legal), acted);
    if (this.started) this.game.remember?.(this);
    this.endMotion();
    const lay = this.before && snapshot(this.drawn);
    this.redraw();
    if (lay) this.endMotion = move(this.drawn, lay);
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

  /** The board as it is drawn; beside it there may be what points at it. */
  get drawn() {
    return this.root.querySelector(":scope > .kb");
  }

  /** A part of the drawing that `draw` makes from nothing but `given`, plain values: it is made again only if they differ. Names are unique. */
  part(name, given, draw) {
    return this.parts.drawing(name, given, draw);
  }

  /** The size of the drawing, in its units. */
  get size() {
    return this.game.stage[this.shape];
  }

  /** Whether the drawing is the one for phones. */
  get tall() {
    return this.shape === "tall";
  }

  /** Everything that `draw` offers and says is a region with a name; returns what `draw` returns. */
  region(label, draw) {
    return this.targets.region(label, draw);
  }

  /**
   * Something on the drawing that may be chosen lies in `box` = [x, y, width, height, degrees]. It is a button if its token
   * belongs to a legal action; otherwise it can be read, and a click on it explains why not. `pick` = {key, token, thing}:
   * `thing` names it in the history; `round` gives the button round corners, as a part of its width; `quiet` leaves its line to the drawing. Returns {can, picked, fits}.
   */
  offer({ key, token, thing = token, round = 0.08, quiet = false }, label, box) {
    const known = this.known.has(token) && !this.busy;
    if (!known) return this.#unoffered({ key, token, thing }, label, box);
    const picks = clicked(this.legal, this.#tokens, this.picks, { key, token });
    const action = this.#decided(picks);
    const picked = this.isPicked(key);
    const fits = this.picks.length > 0 && !picked && this.#fits([...this.picks, { key, token }]).length > 0;
    const names = ["kb-target can", fits && "fits", picked && "picked", quiet && "quiet"].filter(Boolean).join(" ");
    this.#button("button", { class: names, "data-thing": thing, "aria-pressed": String(picked), "data-action": action && JSON.stringify(bare(action)) }, { key, label: action ? `${label.replace(/\.$/, "")}. ${this.aloud(action)}` : label, box, round }, (pressed) => (action && !tooSmall(pressed) ? this.act(action) : this.#pick(picks, label)));
    return { can: true, picked, fits };
  }

  /** Something on the drawing that can only be read. */
  say(label, box, thing = null) {
    this.targets.put("span", { class: "kb-label", role: "img", "aria-label": label, "data-thing": thing }, box);
  }

  /** A button over the drawing that changes only the display of the board (turn a tile, swap two cards); `picked` if it is the first of two. */
  local(key, label, box, change, picked = false) {
    this.#button("button", { class: `kb-target can local${picked ? " picked" : ""}`, "aria-pressed": picked && "true" }, { key, label, box, round: 0.08 }, () => this.#changed(change));
  }

  /** The same in the bar. */
  localButton(key, label, change) {
    this.handlers.set(key, () => this.#changed(change));
    return h("button", { class: "btn kb-quiet", type: "button", "data-pick": key }, label);
  }

  #changed(change) {
    change();
    this.redraw();
  }

  #button(tag, attributes, { key, label, box, round }, run) {
    this.handlers.set(key, run);
    this.targets.put(tag, { type: "button", ...attributes, "data-pick": key, "aria-label": label }, box, { "--round": `calc(${round} * ${box[2]} * var(--u))` });
  }

  /** A click on something that cannot be chosen now explains why not. */
  #unoffered({ key, token, thing }, label, box) {
    const action = this.ctx.why && this.legal.length && !this.busy ? this.game.wanted?.(token, this) : null;
    if (action) this.whys.set(key, action);
    this.targets.put("span", { class: action ? "kb-label why" : "kb-label", role: "img", "aria-label": label, "data-thing": thing, "data-why": action && key }, box);
    return { can: false, picked: false, fits: false };
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

  /** A button of the bar that does an action; it shows the action's pieces, or its label. */
  actionButton(action, ...content) {
    const label = this.label(action);
    const picture = this.game.picture?.(action, this);
    const key = `do:${JSON.stringify(bare(action))}`;
    this.handlers.set(key, () => this.act(action));
    return h("button", { class: "btn kb-act", type: "button", disabled: Boolean(this.busy), title: picture && label, "aria-label": this.aloud(action), "data-pick": key, "data-action": JSON.stringify(bare(action)) }, content.length ? content : picture ? h("span", { class: "kb-picture" }, picture) : label);
  }

  /** The actions that need buttons of the bar now: completely picked ones, those without picks, and few others that are suggested. */
  get barred() {
    const all = this.#all(this.picks);
    const plain = this.legal.filter((action) => this.#tokens(action)?.length === 0);
    const few = this.fits.length <= FEW ? this.fits.filter((action) => this.game.suggested?.has(action.type)) : [];
    if (!this.picks.length) return [...few, ...plain];
    return [...new Set([...complete(this.legal, this.#tokens, all), ...few, ...plain])];
  }

  /** Forget what was picked. */
  clear() {
    this.picks = [];
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

  #reshape(shape) {
    this.shape = shape;
    if (this.state) this.redraw();
  }

  redraw() {
    const was = focusIn(this.root);
    this.handlers.clear();
    this.whys.clear();
    const { drawn } = this;
    this.parts.begin(drawn);
    const made = h("div", { class: ["kb", `kb-${this.game.name}`, this.busy && "busy", this.ctx.still && "still"].filter(Boolean).join(" "), lang: this.lang }, this.#content());
    if (drawn) morph(drawn, made, this.ctx.turn);
    else this.root.append(made);
    this.left = refocus(this.root, was, this.left);
    this.pointing.place();
  }

  #content() {
    if (!this.started) return [h("div", { class: "kb-main" }, h("p", { class: "kb-wait" }, this.t("Before the game"))), this.#bar({})];
    if (this.game.stage) return this.#staged();
    const { main, ...rest } = this.game.draw(this);
    return [h("div", { class: "kb-main", "data-scroll": "main", tabindex: "0", role: "group", "aria-label": this.t("Board") }, main), this.#bar(rest)];
  }

  /** The drawing and what lies over it scale as one: their place has fixed proportions. */
  #staged() {
    const [width, height] = this.size;
    this.targets = new Targets(this.size, this.t("Board"), this.parts);
    const { art, ...rest } = this.game.draw(this);
    const frame = h("div", { class: "kb-frame", vars: { "--across": String(width), "--down": String(height) } }, drawing(`0 0 ${width} ${height}`, { class: "kb-art" }, art), this.targets.node);
    return [h("div", { class: `kb-stage kb-${this.shape}` }, frame), this.#bar(rest)];
  }

  /** Where nobody is asked anything (`ctx.still`), there is no bar. */
  #bar(rest) {
    return this.ctx.still ? [] : prompt(this, rest);
  }

  #activate(event) {
    const node = event.target.closest?.("[data-pick], [data-why]");
    if (!node || node.disabled) return;
    const why = this.whys.get(node.dataset.why);
    if (why) this.ctx.why(why);
    this.handlers.get(node.dataset.pick)?.(node);
  }
}
