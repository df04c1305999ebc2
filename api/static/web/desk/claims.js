// What the parties say in a case: the claim, and the statements about it.
import { h } from "../ui.js";
import { namesOf, seatName } from "../standings.js";
import { actorName, said, section } from "./texts.js";

export function statements(shell, desk, { opener, claim, opened_at: at, statements: given, parties, statements_in: all }) {
  const { t } = shell;
  const people = desk.people();
  const silent = parties.filter((seat) => `seat:${seat}` !== opener && !given.some((it) => it.seat === seat));
  return section(t("Claim and statements"), { id: "statements" }, [
    said(shell, t("Claim of {who}", { who: actorName(t, people, opener) }), at, claim, "claim"),
    given.map(({ seat, at: when, statement }) => said(shell, seatName(t, people.seats, seat), when, statement, `statement-${seat}`)),
    silent.length > 0 && h("p", { class: "muted" }, t(all ? "No statement of: {names}" : "No statement yet of: {names}", { names: namesOf(t, people.seats, silent) })),
  ]);
}
