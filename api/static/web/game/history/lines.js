// The lines of the history, each rendered from a row: a turn with its pictures, an event, a chapter, or events taken back.
import { button, h } from "../../ui.js";
import { said } from "../../i18n.js";
import { drawing, path } from "../../boards/parts/dom.js";
import { citation } from "../clauses.js";
import { headlines, versionsOf } from "./turns.js";

/**
 * {make(row), sign(row)}. Of `host`: goTo(version), toggle(row), more(version) for the details of a line and `tool` at the current one, drawn(versions) for the
 * pictures of these events in the style of the board of `art`, and `looked()`, the current version.
 */
export function lineMaker(shell, { clauses, marks: named }, host) {
  const makers = { turn: turnLine, event: eventLine, chapter: chapterLine, stretch: stretchLine };
  return {
    make: (row) => makers[row.kind](shell, row, { ...host, clauses, named, here: isHere(row, host.looked()), toggle: () => host.toggle(row) }),
    sign: (row) => JSON.stringify([row.open, row.title, row.frame ?? (row.turn && [headlines(row.turn), row.turn.last, row.turn.back, row.turn.heads]), row.frames?.length, isHere(row, host.looked()), host.drawn([]) !== null]),
  };
}

/** The current version is marked where it is visible: at its event, or at the folded turn or stretch that contains it. */
export function isHere({ kind, version, open, turn, frames }, looked) {
  if (kind === "event") return version === looked;
  const first = turn?.first ?? frames?.[0].version;
  return first !== undefined && !open && first <= looked && looked <= version;
}

const seatClass = (actor) => (actor?.startsWith("seat:") ? ` by-${actor.replace(":", "-")}` : "");
const current = (here) => ({ "aria-current": here && "step" });
const chevron = () => drawing("0 0 12 12", { class: "chevron" }, path("M4 2l4 4-4 4", "stroke"));

function turnLine({ t }, { turn, version, open }, { goTo, toggle, drawn, art, tool, here }) {
  const { seat, title, heads, frames, back } = turn;
  const named = seat === null && title !== null && !heads && h("b", { class: "turn-title" }, title, " ");
  const count = frames.length;
  return h("li", { class: `turn${seat ? ` seat-${seat}` : ""}${back ? " is-taken-back" : ""}`, "data-turn": turn.first, ...current(here) }, [
    button([h("span", { class: "seat-dot" }, seat), h("span", { class: "text" }, named, headlines(turn))], () => goTo(version), { class: "turn-go" }),
    button([count, chevron()], () => toggle(), { class: "fold", "aria-expanded": String(open), "aria-label": t("Events: {n}", { n: count }) }),
    h("span", { class: `pics kb-${art}`, "aria-hidden": "true" }, drawn(versionsOf(turn))),
    here && tool, // for the event that the turn contains
  ]);
}

function eventLine(shell, { frame, version }, { clauses, named, goTo, more, tool, here }) {
  const { t, lang } = shell;
  const { actor, text, rules, marks } = frame;
  const go = button([h("span", { class: "at" }, version), h("span", { class: "text" }, text)], () => goTo(version), { class: "move-go" });
  return h("li", { class: `move${seatClass(actor)}${marks.map((mark) => ` is-${mark}`).join("")}`, "data-version": version, ...current(here) }, [
    go,
    marks.map((mark) => h("span", { class: `mark mark-${mark}` }, named[mark] ? said(named[mark], lang) : t(mark))),
    h("span", { class: "cites" }, rules.map((rule) => citation(shell, clauses, rule))),
    more(version),
    here && tool,
  ]);
}

function chapterLine(_, { title, version }, { goTo }) {
  return h("li", { class: "chapter", "data-chapter": version }, button(title, () => goTo(version), { class: "chapter-go" }));
}

function stretchLine({ t }, { frames, open }, { toggle, here }) {
  const n = frames.length;
  return h("li", { class: "stretch-line", ...current(here) }, button([t("{n} events taken back", { n }), chevron()], () => toggle(), { class: "stretch-go", "aria-expanded": String(open) }));
}
