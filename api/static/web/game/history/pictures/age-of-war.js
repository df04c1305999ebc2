// A turn of Age of War in pictures: the dice that filled lines, the castle and the clan that they won.
import { castleArt, crest, die } from "../../../boards/parts/war-art.js";
import { h } from "../../../ui.js";

const SHOWN = {
  "line-filled": ({ dice }) => h("span", { class: "pic dice" }, dice.map(die)),
  "castle-conquered": ({ castle }, { castles }) => {
    const { clan, points } = castles.find(({ id }) => id === castle);
    return h("span", { class: `pic clan-${clan}` }, crest(clan), castleArt(points));
  },
};

/** One picture for each event that has one; if no line was filled, the last throw. */
export function pictures(events, components) {
  const found = events.map(({ type, data }) => SHOWN[type]?.(data, components)).filter(Boolean);
  const thrown = events.findLast(({ type }) => type === "dice-rolled");
  return found.length || !thrown ? found : [h("span", { class: "pic dice missed" }, thrown.data.dice.map(die))];
}

/** The pieces on the board since an event, by the names of `data-thing`. */
export const things = {
  "line-filled": ({ castle, line }) => [`line:${castle}:${line}`],
  "castle-conquered": ({ castle }) => [`castle:${castle}`],
};

const isLine = (_, thing) => thing.startsWith("line:");

/** Dice leave a castle when it is conquered, and when the siege is lost. */
export const gone = { "castle-conquered": isLine, "turn-ended": isLine };
