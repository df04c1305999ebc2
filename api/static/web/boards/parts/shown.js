// The content of a board: the position that the page gave it, and its texts.
import { filled, said } from "../../i18n.js";

function nameOf({ seats }, t, seat) {
  return seats?.find((one) => one.seat === seat)?.name || t("Seat {n}", { n: seat });
}

export class Shown {
  constructor(ctx) {
    this.ctx = ctx;
    this.state = null;
    /** Whether `state` is newer than the one shown before. */
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

  /** A text of the board, from the service; `values` fill its placeholders. "" if it does not exist. */
  word(name, values = {}) {
    return filled(this.text(this.state.ruleset.words[name]), values);
  }

  /** A component's own text. */
  text(texts) {
    return said(texts, this.lang);
  }

  /** The ability of a piece, by its id or kind, if the components do not describe it. */
  does(name) {
    return this.text(this.state.ruleset.texts[name]);
  }

  /** The description of a legal action, in the reader's language. */
  label(action) {
    return action.label[this.lang];
  }

  /** The same for people who hear it: with what others see on the board. */
  aloud(action) {
    return (action.say ?? action.label)[this.lang];
  }

  /** The name of a seat's player. */
  name(seat) {
    return nameOf(this.state, this.ctx.t, seat);
  }

  /** The events since the last update: `state.events` if the page passes them all, else the last one. */
  get events() {
    return this.state.events ?? (this.state.event ? [this.state.event] : []);
  }

  /** The data of the latest event of these types, if it is new. */
  news(...types) {
    return this.fresh ? (this.events.findLast((event) => types.includes(event.type))?.data ?? null) : null;
  }

  may(type) {
    return this.legal.some((action) => action.type === type);
  }
}
