// Where the account that is signed in may become a referee: the appointments that it has not accepted yet.
import { me } from "../account/me.js";
import { ask } from "../account/requests.js";
import { ended } from "../account/session.js";
import { rulesetName } from "../standings.js";
import { h, pageLink } from "../ui.js";

/** The open ones: [{referee, head, game, tournament, meeting, ruleset, name}]; none for a guest. */
export async function appointmentsOfMine(shell) {
  const found = me() && (await ask("/v1/me/appointments").catch((problem) => ended(shell, problem)));
  return found ? found.appointments : [];
}

/** The page where one is accepted. */
export function acceptAddress({ game, tournament, meeting }) {
  const [[place, id]] = Object.entries({ games: game, tournaments: tournament, meetings: meeting }).filter(([, held]) => held);
  return `/${place}/${id}/referee`;
}

/** A section with links to them; hidden where there are none. */
export function appointed(shell, rulesets, all) {
  const { t } = shell;
  return h("section", { class: "case-list", id: "appointed", hidden: all.length === 0, "aria-label": t("Your appointments") }, [
    h("h2", {}, t("Your appointments")),
    h("ul", { class: "games" }, all.map((one) => h("li", { class: "card case-row" }, [
      pageLink(acceptAddress(one), whereOf(shell, rulesets, one), { class: "table-name", "data-appointment": one.game ?? one.tournament ?? one.meeting }),
      h("span", { class: "muted" }, one.head ? t("as the head referee") : t("as a referee")),
    ]))),
  ]);
}

function whereOf({ t, lang }, rulesets, { tournament, meeting, ruleset, name }) {
  if (meeting) return t("Meeting: {name}", { name });
  const game = rulesetName(rulesets, ruleset, lang);
  return tournament ? t("Tournament: {game}", { game }) : game;
}
