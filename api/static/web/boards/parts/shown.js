// What a board shows: the position that the page gave it, and its words.
import { filled, said } from "../../i18n.js";

function nameOf({ seats }, t, seat) {
  return seats?.find((one) => one.seat === seat)?.name || t("Seat {n}", { n: seat });
}

export class Shown {
  constructor(ctx) {
    this.ctx = ctx;
    this.state = null;
    /** Whether `state` has come since what was shown before. */
    this.fresh = false;
  }

  get view() {
    return this.state.view;
  }

  get started() {
    return Object.keys(this.state?.view ?? {}).length > 0;
  }

  get legal() {
    return this.state.legal ?? [];
  }

  get seat() {
    return this.state.seat;
  }

  get lang() {
    return this.state.lang === "pl" ? "pl" : "en";
  }

  get components() {
    return this.state.ruleset.components;
  }

  t(english, values) {
    return this.ctx.t(english, values);
  }

  /** What the board says of the game, in the service's words; `values` fill their members. "" where it says nothing. */
  word(name, values = {}) {
    return filled(this.text(this.state.ruleset.words[name]), values);
  }

  /** A component's own text. */
  text(texts) {
    return said(texts, this.lang);
  }

  /** What a piece does, by its id or kind, where the components do not say it. */
  does(name) {
    return this.text(this.state.ruleset.texts[name]);
  }

  /** What a legal action does, in the reader's language. */
  label(action) {
    return action.label[this.lang];
  }

  /** The name of who sits there. */
  name(seat) {
    return nameOf(this.state, this.ctx.t, seat);
  }

  /** What happened since the last update: `state.events` if the page gives them all, else the last one. */
  get events() {
    return this.state.events ?? (this.state.event ? [this.state.event] : []);
  }

  /** The data of the latest event of these types, if it is news. */
  news(...types) {
    return this.fresh ? (this.events.findLast((event) => types.includes(event.type))?.data ?? null) : null;
  }

  may(type) {
    return this.legal.some((action) => action.type === type);
  }
}
