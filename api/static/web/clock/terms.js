// The terms of a clock in words, before and after somebody sits down.
import { h, show } from "../ui.js";
import { SECOND, inWords, mark } from "./time.js";

/** [[what, how much]]: each of the terms as a line. Terms that are not written out say what was chosen. */
export function termLines(t, { bank, increment = 0, grace = 0, most, on_time_out: out, start_within: begin, organiser_stops: stops }) {
  const time = (seconds) => inWords(t, seconds * SECOND);
  return [
    bank > 0 && [t("Time for the whole game"), time(bank)],
    increment > 0 && [t("Added after each turn"), time(increment)],
    most !== undefined && most !== null && [t("A clock then holds at most"), time(most)],
    grace > 0 && [t(bank > 0 ? "Free at the start of each turn" : "Time for each turn"), time(grace)],
    out && [t("When time runs out"), t(OUT[out])],
    begin && [t("Ready to start within"), t("{time}, or the game does not begin; each player's first turn has as much free time", { time: time(begin) })],
    stops !== undefined && [t("Stopping the game"), t(stops ? "The organiser may suspend it, end it, or seat a substitute." : "The organiser may do so only if everybody at the table agrees.")],
  ].filter(Boolean);
}

const OUT = {
  forfeit: "The player loses.",
  bot: "A bot plays on for the player, who may come back three times.",
};

export const termList = (t, terms) => h("dl", { class: "clock-terms" }, termLines(t, terms).map(([what, how]) => h("div", {}, h("dt", {}, what), h("dd", {}, how))));

/** {node, update(head)}: the terms, in one line that opens. */
export function termsPanel({ t }) {
  const node = h("details", { class: "clock-agreed", id: "clock-terms", hidden: true });
  const update = ({ now: { doc } }) => {
    const terms = doc.clock?.terms;
    node.hidden = !terms;
    if (!terms) return;
    show(node, [t.lang, terms], h("summary", {}, clockPill(t, terms)), termList(t, terms));
  };
  return { node, update };
}

/** The mark of a game that is played with a clock. */
export const clockPill = (t, terms) => h("span", { class: "pill clock-mark" }, h("span", { "aria-hidden": "true" }, "◴ "), h("span", { class: "vh" }, t("Clock:"), " "), mark(t, terms));
