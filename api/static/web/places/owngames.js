// This browser's own games that go on, as quiet lines: whose turn it is first.
import { emblem } from "../emblems.js";
import { gameAddress } from "../game/links.js";
import { heldGames } from "../memory.js";
import { isOver, namesOf, rulesetName, seatOf } from "../standings.js";
import { capital, h, pageLink, show } from "../ui.js";
import { stands } from "./gamerow.js";
import { accountGames } from "./accountgames.js";
import { readGames } from "./reading.js";

/** So many of the newest are read, and so many shown. */
const [READ, SHOWN] = [8, 3];
const AGAIN = 10_000;

/** {node, read(), changed(id), end()}. */
export function ownGames(shell, rulesets) {
  const node = h("div", { class: "own-games", hidden: true });
  const games = new Map();
  const render = () => draw(shell, rulesets, node, [...games.values()]);
  const again = async (ids) => {
    await readGames(ids, games, () => {});
    render();
  };
  /** The stream of public games says nothing of private ones. */
  const untold = () => [...games.values()].filter(({ doc }) => doc?.visibility === "private" && !isOver(doc)).map(({ id }) => id);
  const timer = setInterval(() => !document.hidden && untold().length > 0 && again(untold()), AGAIN);
  return {
    node,
    read: async () => {
      const { games: ofAccount } = await accountGames(shell, READ);
      for (const game of ofAccount) games.set(game.id, game);
      await again(heldGames().reverse().slice(0, READ).filter((id) => !games.get(id)?.account));
    },
    changed: (id) => games.has(id) && again([id]),
    end: () => clearInterval(timer),
  };
}

function draw(shell, rulesets, node, all) {
  const { t } = shell;
  const going = all.filter(({ doc, role }) => doc && seatOf(role) !== null && !isOver(doc)).sort((a, b) => Number(mine(b)) - Number(mine(a)));
  node.hidden = going.length === 0;
  show(node, [t.lang, going.map(({ id, role, doc }) => [id, role, doc.status, doc.to_act, doc.seats])], [
    going.slice(0, SHOWN).map((game) => line(shell, rulesets, game)),
    going.length > SHOWN && pageLink("/my", t("All my games"), { class: "own-more" }),
  ]);
}

const mine = ({ doc, role }) => doc.status === "playing" && doc.to_act.includes(seatOf(role));

function line({ t, lang }, rulesets, { id, role, doc }) {
  const others = doc.seats.filter(({ seat, name }) => name && seat !== seatOf(role)).map(({ seat }) => seat);
  const game = rulesetName(rulesets, doc.ruleset, lang);
  const names = namesOf(t, doc.seats, others);
  const turn = mine({ doc, role });
  const said = turn ? [h("strong", {}, t("Your turn")), " "] : [];
  const whole = others.length > 0 ? t("in {game} against {names}", { game, names }) : t("in {game}", { game });
  return pageLink(gameAddress(id, role), [
    emblem(doc.ruleset),
    h("span", { class: "own-said" }, said, h("span", {}, turn ? whole : capital(whole)), !turn && h("small", { class: "muted" }, stands(t, doc, seatOf(role)))),
    h("span", { class: "own-go", "aria-hidden": "true" }, "→"),
  ], { class: `own-game${turn ? " my-turn" : ""}`, "data-own": id });
}
