// A turn of Nagaraja in pictures: the tile, the lying sticks, the card or amulet that was played, uncovered relics.
import { relicArt } from "../../../boards/parts/nagaraja-art.js";
import { amuletIcon, cardIcon, stickIcon, tileIcon } from "../../../boards/parts/nagaraja-pictures.js";
import { drawing } from "../../../boards/parts/dom.js";
import { h } from "../../../ui.js";

const one = (...parts) => h("span", { class: "pic" }, parts);
const tile = (components, kind, turns) => one(tileIcon(components, { kind, turns }));
const SHOWN = {
  "tile-turned-up": ({ tile: kind }, components) => tile(components, kind, 0),
  "sticks-thrown": ({ sticks }) => sticks.map((thrown) => one(thrown.map(stickIcon))),
  "more-sticks-thrown": ({ sticks }) => one(sticks.map(stickIcon)),
  "naga-spent": ({ stick: name }) => one(stickIcon(name)),
  "card-activated": ({ card: id }, { cards }) => one(cardIcon(cards.find((it) => it.id === id))),
  "amulet-played": ({ amulet }) => one(amuletIcon(amulet)),
  "tile-placed": ({ kind, turns }, components) => tile(components, kind, turns),
  "relic-uncovered": ({ relic }) => one(drawing("-24 -24 48 48", {}, relicArt(relic, true))),
};

export function pictures(events, components) {
  return events.flatMap(({ type, data }) => SHOWN[type]?.(data, components) ?? []);
}

const space = ({ seat, space: at }) => [`space:${seat}:${at}`];
export const things = {
  "tile-placed": space,
  "tile-rotated": space,
  "trap-placed": space,
  "tile-moved": ({ seat, to }) => [`space:${seat}:${to}`],
  "tiles-swapped": ({ seat, first, second }) => [first, second].map((at) => `space:${seat}:${at}`),
  "relic-uncovered": ({ seat, place }) => [`relic:${seat}:${place}`],
  "relics-swapped": ({ seat, first, second }) => [first, second].map((at) => `relic:${seat}:${at}`),
};

/** Whether a piece is gone. */
export const gone = {
  "tile-moved": ({ seat, space: from }, thing) => thing === `space:${seat}:${from}`,
  "relic-covered": ({ seat, place }, thing) => thing === `relic:${seat}:${place}`,
};
