// The front page: the games to choose, what is being played now, this browser's own games.
import { importer } from "./importing.js";
import { audience } from "./places/audience.js";
import { gameCard } from "./places/gamecard.js";
import { invites } from "./places/invites.js";
import { followGames, liveGames } from "./places/livegames.js";
import { ownGames } from "./places/owngames.js";
import { pictures } from "./places/pictures.js";
import { grid, tableCard } from "./places/tablecard.js";
import { isOver } from "./standings.js";
import { h, pageLink, show } from "./ui.js";

const SHOWN = 8;
/** Tables with free seats among them: the others show what is played. */
const WAITING = 4;
const DAY = 86_400_000;

export async function open(root, shell) {
  const { t, lang } = shell;
  shell.title("");
  const rulesets = await shell.rulesets.all();
  const model = liveGames(({ status, seats }) => status === "playing" || (status === "waiting" && seats.some(({ name }) => name)));
  const boards = pictures(lang);
  const own = ownGames(shell, rulesets);
  const invited = invites(shell, rulesets);
  const now = atPlay(shell, rulesets, boards);
  const read = () => model.read({ status: "playing", limit: SHOWN }, { status: "waiting", limit: WAITING, since: new Date(Date.now() - DAY).toISOString() });
  await Promise.all([read(), own.read(), invited.read()]); // then nothing moves what is below it
  const watching = audience(() => render());
  const render = () => now.update(inOrder(model.games).slice(0, SHOWN), watching);
  root.classList.add("front");
  root.append(head(t), invited.node, own.node, h("div", { class: "game-cards" }, rulesets.map((ruleset) => gameCard(shell, ruleset, boards))), now.node, elsewhere(shell));
  render();
  const end = followGames(model, {
    again: () => Promise.all([read(), own.read()]).then(render),
    changed: (id) => [render(), own.changed(id)],
    refused: shell.refuse,
  });
  return () => [end, own.end, boards.end, watching.end].forEach((close) => close());
}

/** Free seats first, then what goes on, the newest first; a game that ends in front of its watchers stays for as long as there is room. */
function inOrder(games) {
  const newest = [...games.values()].sort((a, b) => b.created_at.localeCompare(a.created_at));
  const waiting = newest.filter(({ status }) => status === "waiting");
  const begun = newest.filter(({ status }) => status !== "waiting");
  return [...waiting.slice(0, WAITING), ...begun.filter((game) => !isOver(game)), ...begun.filter(isOver)];
}

function head(t) {
  return h("header", { class: "front-head" }, [
    h("h1", {}, t("Play a game. Keep its chronicle.")),
    h("p", { class: "lead" }, t("Play at once, watch any turn again, and check every draw yourself.")),
  ]);
}

function atPlay(shell, rulesets, boards) {
  const { t } = shell;
  const list = h("ul", { class: "tables", id: "games" });
  const cards = grid(list, (game) => tableCard(shell, rulesets, boards, game, "h3"));
  const total = h("span", { class: "muted" });
  const empty = h("p", { class: "muted", role: "status" });
  const node = h("section", { class: "at-play" }, h("div", { class: "at-play-head" }, h("h2", {}, t("At play now")), total, pageLink("/tables", t("All tables"), { class: "at-play-all" })), list, empty);
  return {
    node,
    update(games, watching) {
      cards.update(games, watching.of);
      const n = games.length > 0 ? watching.total() : 0; // some watch games that are over
      show(total, [n], n > 0 && t("{n} watching", { n }));
      empty.textContent = games.length > 0 ? "" : t("Nobody plays here right now.");
    },
  };
}

/** Everything else, in one quiet row. */
function elsewhere(shell) {
  const { t } = shell;
  const links = [["/new", "New table"], ["/tables?status=finished", "Finished games"], ["/tournaments", "Tournaments"], ["/meetings/new", "New meeting"], ["/players", "Players"], ["/statistics", "Statistics"]];
  return h("nav", { class: "elsewhere", "aria-label": t("More") }, [links.map(([href, label]) => pageLink(href, t(label), { class: "btn quiet" })), importer(shell)]);
}
