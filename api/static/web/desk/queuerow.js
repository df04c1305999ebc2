// One row of a queue: a case or a judge call, who plays at the table, who asks for what, who has it, and until when.
import { capital, h, pageLink } from "../ui.js";
import { emblem } from "../emblems.js";
import { rulesetName } from "../standings.js";
import { actorName, statePill, timeOf, untilWhen, WANTS } from "./texts.js";

/** What a case waits for, by its state. */
const NEXT = {
  open: "a referee takes it and rules",
  taken: "the ruling",
  ruled: "appeal or waiver",
  appealed: "next step of the appeal",
};
const CALL_STATES = { open: "waits for a referee", answered: "answered" };

/** `address(row)` is where it leads, `tools(row)` are shown at its end. */
export function queueRow(shell, rulesets, row, { address, tools }) {
  const { t, lang } = shell;
  const { kind, game, ruleset, number, state, due_at: due, opened_at: opened, clauses } = row;
  const name = rulesetName(rulesets, ruleset, lang);
  const people = peopleOf(row);
  return h("li", { class: `card case-row queue-row is-${kind}`, "data-case": kind === "case" && `${game}/${number}`, "data-call": kind === "call" && `${game}/${number}` }, [
    emblem(ruleset),
    h("div", {}, [
      pageLink(address(row), t(kind === "case" ? "{game}, case {n}" : "{game}, judge call {n}", { game: name, n: number }), { class: "table-name" }),
      h("p", { class: "people" }, people.seats.filter(({ name: one }) => one).map(({ seat, name: one }) => h("span", { class: `who seat-${seat}` }, one))),
      h("p", {}, capital(wish(t, row, people)), clauses.length > 0 && h("span", { class: "cites" }, clauses.map((id) => h("span", { class: "cite" }, id)))),
      h("p", { class: "muted" }, [
        t(kind === "case" ? "opened {time}" : "called {time}", { time: timeOf(shell, opened) }), holder(t, row, people),
        due && h("span", { class: "queue-due" }, " · ", t(NEXT[state]), " ", t("until"), " ", untilWhen(shell, due)),
      ]),
    ]),
    h("span", { class: "queue-tools" }, kind === "case" ? statePill(t, state) : h("span", { class: `pill call-${state}`, "data-state": state }, t(CALL_STATES[state])), tools(row)),
  ]);
}

function peopleOf({ names: { seats, referees } }) {
  return {
    seats: Object.entries(seats).map(([seat, name]) => ({ seat: Number(seat), name })),
    referees: Object.entries(referees).map(([referee, name]) => ({ referee: Number(referee), name })),
  };
}

function wish(t, { opener, wants }, people) {
  const who = actorName(t, people, opener);
  return wants ? t("{who} asks for {wants}.", { who, wants: t(WANTS[wants]) }) : t("{who} asks the referees something.", { who });
}

function holder(t, { kind, state, referee }, people) {
  if (referee === null) return state === "open" && kind === "case" && [" · ", t("nobody has it yet")];
  return [" · ", t(kind === "case" ? "with {who}" : "answered by {who}", { who: actorName(t, people, `referee:${referee}`) })];
}
