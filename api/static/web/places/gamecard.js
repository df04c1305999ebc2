// A game to choose: its board, what it is in short, and one button to play it at once.
import { drawing, s } from "../boards/parts/dom.js";
import { emblem } from "../emblems.js";
import { said } from "../i18n.js";
import { icon } from "../icons.js";
import { button, h, pageLink } from "../ui.js";
import { exampleOf } from "./pictures.js";
import { playNow } from "./playnow.js";
import { titleOf } from "../rulesettitle.js";

const HEAVIEST = 4;

/** Its board is the example: those of games at play are below it, and young ones are almost empty. */
export function gameCard(shell, ruleset, pictures) {
  const { t, lang } = shell;
  const { id } = ruleset;
  const name = titleOf(ruleset, lang);
  const board = pictures.picture();
  board.show(exampleOf(id));
  const play = button(t("Play now"), () => shell.attempt(async () => shell.go(`/games/${await playNow(t, id)}`)), { class: "btn primary", "data-play": id, "aria-label": t("Play now: {game}", { game: name }) });
  return h("article", { class: `game-card game-${id}` }, [
    h("div", { class: `card-board world-${id}` }, emblem(id), board.node),
    h("div", { class: "card-said" }, [
      h("h2", {}, name),
      facts(t, ruleset),
      h("p", { class: "blurb" }, said(ruleset.about[0], lang)),
      h("div", { class: "card-foot" }, play, pageLink(`/rules/${id}`, t("Learn"), { class: "btn quiet", "aria-label": t("Learn: {game}", { game: name }) })),
    ]),
  ]);
}

/** How many play, how long it takes, how heavy it is: signs with words for those who hear them. */
function facts(t, { seats: { min, max }, minutes, weight }) {
  const players = min === max ? t("{n} players", { n: min }) : t("{min} to {max} players", { min, max });
  return h("ul", { class: "facts" }, [
    fact(icon("players"), min === max ? String(min) : `${min}–${max}`, players),
    minutes && fact(icon("minutes"), t("{n} min", { n: minutes }), t("About {n} minutes", { n: minutes })),
    weight && fact(dots(weight), "", t("Weight {n} of {all}", { n: weight, all: HEAVIEST })),
  ]);
}

function fact(sign, figure, words) {
  return h("li", { class: "fact", title: words }, sign, h("span", { "aria-hidden": "true" }, figure), h("span", { class: "vh" }, words));
}

function dots(weight) {
  const all = Array.from({ length: HEAVIEST }, (_, i) => s("circle", { class: i < weight ? "dot full" : "dot", cx: 6 + 12 * i, cy: 6, r: 4.4 }));
  return drawing(`0 0 ${12 * HEAVIEST} 12`, { class: "weight" }, all);
}
