// The clock of one seat, beside its player's name: a dial, the free time of this turn, and the time of their own.
import { drawing, h, s } from "../boards/parts/dom.js";
import { alarmAt, figures, inWords, leftOf } from "./time.js";

const MINUTE = 60_000;
const TURN = 360;

const circle = (name, r) => s("circle", { class: name, cx: 12, cy: 12, r, pathLength: 1 });

/** {node, draw(row, now, {terms, state})}: the row as it is at that time; returns what is left of it in milliseconds. */
export function clockFace(t, seat, mine) {
  const dial = drawing("0 0 24 24", { class: "dial" }, circle("dial-track", 9), circle("dial-left", 9), circle("dial-grace", 5), s("path", { class: "dial-hand", d: "M12 12V5" }));
  const grace = h("span", { class: "clock-grace" });
  const time = h("span", { class: "clock-time" });
  const about = h("span", { class: "clock-about" });
  const spoken = h("span", { class: "vh" });
  const node = h("span", { class: `clock seat-${seat}${mine ? " mine" : ""}`, "data-seat": seat }, [
    dial,
    spoken,
    h("span", { class: "clock-figures", "aria-hidden": "true" }, grace, time),
    about,
  ]);

  function draw(row, now, { terms, state }) {
    const found = leftOf(row, now);
    const own = terms.bank > 0 || found.left > 0;
    node.dataset.state = found.runs && state === "live" ? (found.rests > 0 ? "rests" : "runs") : row.away ? "away" : state === "live" ? "still" : state;
    node.classList.toggle("low", state === "live" && found.runs && found.all < alarmAt(terms));
    write(grace, found.grace > 0 ? (own ? t("free {time}", { time: figures(t, found.grace) }) : figures(t, found.grace)) : "");
    write(time, own || found.grace === 0 ? figures(t, found.left) : "");
    grace.classList.toggle("alone", !own);
    node.classList.toggle("free", found.grace > 0);
    write(about, aboutIt(t, row, found));
    write(spoken, inFull(t, found, own));
    turn(dial, terms, found);
    return found;
  }
  return { node, draw };
}

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function aboutIt(t, { away }, { rests, runs }) {
  if (away) return t("a bot plays");
  return runs && rests > 0 ? t("in {time}", { time: figures(t, rests) }) : "";
}

/** Whole seconds: a reader who comes to it hears one sentence, whatever moves meanwhile. */
function inFull(t, { left, grace }, own) {
  const all = [own && t("Time left: {time}", { time: inWords(t, left) }), grace > 0 && t("Free in this turn: {time}", { time: inWords(t, grace) })];
  return ` ${all.filter(Boolean).join("; ") || t("Time left: {time}", { time: inWords(t, 0) })}`;
}

/** The ring is the share of the time at the start, the inner one that of the free time; the hand goes round once a minute. */
function turn(dial, { bank, grace }, found) {
  const share = (ms, seconds) => String(seconds > 0 ? Math.min(1, ms / (seconds * 1000)) : 0);
  dial.style.setProperty("--left", share(found.left, bank));
  dial.style.setProperty("--grace", share(found.grace, grace || found.grace / 1000));
  dial.style.setProperty("--hand", `${(-found.all / MINUTE) * TURN}deg`);
}
