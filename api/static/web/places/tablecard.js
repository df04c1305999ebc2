// A public table as a small board, with who sits there and what happens.
import { clockPill } from "../clock/terms.js";
import { emblem } from "../emblems.js";
import { mark, personLink } from "../guests.js";
import { icon } from "../icons.js";
import { isOver, rulesetName } from "../standings.js";
import { hidesResults } from "../spoilers.js";
import { h, pageLink, show } from "../ui.js";
import { stands } from "./gamerow.js";
import { boardOf, exampleOf } from "./pictures.js";

/** {node, update(game, watching), end()}: the picture stays when only words change. `heading`: the level below that of the list. */
export function tableCard(shell, rulesets, pictures, { id, ruleset }, heading) {
  const { t, lang } = shell;
  const board = pictures.picture();
  const said = h("div", { class: "table-said" });
  const node = h("li", { class: "card table", "data-game": id }, h("div", { class: `table-board world-${ruleset}` }, emblem(ruleset), board.node), said);
  const name = rulesetName(rulesets, ruleset, lang);
  return {
    node,
    end: board.end,
    update(game, watching) {
      node.classList.toggle("has-seats", game.status === "waiting");
      board.show(pictureOf(game));
      show(said, [game.status, game.seats, game.to_act, game.outcome, hidesResults(), watching], [
        h("div", { class: "table-head" }, h(heading, {}, pageLink(`/games/${id}`, name, { class: "table-name" })), game.clock && clockPill(t, game.clock.terms), watched(t, watching)),
        h("div", { class: "people" }, game.seats.map((seat) => person(t, seat))),
        game.status === "waiting"
          ? h("div", { class: "table-foot" }, h("span", { class: "table-free" }, stands(t, game, null)), pageLink(`/games/${id}`, t("Sit down"), { class: "btn small", "data-do": "sit-down" }))
          : h("div", { class: "table-foot muted" }, stands(t, game, null)),
      ]);
    },
  };
}

/** Before it begins a game has no board of its own; that of its end is a result. */
function pictureOf(game) {
  if (game.status === "waiting") return exampleOf(game.ruleset);
  return isOver(game) && hidesResults() ? null : boardOf(game);
}

function watched(t, n) {
  return n > 0 && h("span", { class: "watched" }, icon("eye"), h("span", { "aria-hidden": "true" }, n), h("span", { class: "vh" }, t("{n} watching", { n })));
}

/** Other public games under a person's name are one click away. */
function person(t, one) {
  const { seat, name, bot } = one;
  const label = name && !bot ? personLink(one) : (name ?? t("free"));
  return h("span", { class: `who seat-${seat}${name ? "" : " free"}` }, label, mark(t, one));
}

/**
 * Keeps a list's elements, each in its place: {update(games, watching)}.
 * @param {(game: any) => {node: Element, update: (game: any, watching: number) => void, end: () => void}} make
 */
export function grid(list, make) {
  const cards = new Map();
  const drop = (id, card) => {
    card.node.remove();
    card.end();
    cards.delete(id);
  };
  return {
    update(games, watching) {
      const ids = new Set(games.map(({ id }) => id));
      for (const [id, card] of cards) if (!ids.has(id)) drop(id, card);
      for (const game of games) if (!cards.has(game.id)) cards.set(game.id, make(game));
      const nodes = games.map(({ id }) => cards.get(id).node);
      nodes.forEach((node, i) => list.children[i] !== node && list.insertBefore(node, list.children[i] ?? null));
      for (const game of games) cards.get(game.id).update(game, watching(game.id));
    },
  };
}
