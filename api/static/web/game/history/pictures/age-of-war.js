// A turn of Age of War in pictures: the dice that filled lines, the castle and the clan that they won.
import { castlePicture, diePicture } from "../../../boards/parts/war-art.js";
import { h } from "../../../ui.js";

const thrown = (names, dice) => h("span", { class: names }, dice.map(diePicture));

const SHOWN = {
  "line-filled": ({ dice }) => thrown("pic dice", dice),
  "castle-conquered": ({ castle }, { castles, clans }) => {
    const taken = castles.find(({ id }) => id === castle);
    return h("span", { class: "pic" }, castlePicture(taken, clans.find(({ id }) => id === taken.clan)));
  },
};

/** One picture for each event that has one; if no line was filled, the last throw. */
export function pictures(events, components) {
  const found = events.map(({ type, data }) => SHOWN[type]?.(data, components)).filter(Boolean);
  const last = events.findLast(({ type }) => type === "dice-rolled");
  return found.length || !last ? found : [thrown("pic dice missed", last.data.dice)];
}

/** The pieces on the board since an event, by the names of `data-thing`. */
export const things = {
  "line-filled": ({ castle, line }) => [`line:${castle}:${line}`],
  "castle-conquered": ({ castle }) => [`castle:${castle}`],
};

const isLine = (_, thing) => thing.startsWith("line:");

/** Dice leave a castle when it is conquered, and when the siege is lost. */
export const gone = { "castle-conquered": isLine, "turn-ended": isLine };
