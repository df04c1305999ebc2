// A round and its clashes in Romans Go Home! in pictures: the wall, the warriors that were revealed, and the fort that was captured.
import { pictureOf } from "../../../boards/parts/romans-art.js";
import { h } from "../../../ui.js";

const kindOf = ({ forts }, id) => forts.find((one) => one.id === id) ?? { kind: "niefort", value: 0 };

function fort(components, id) {
  const { kind, value } = kindOf(components, id);
  return pictureOf.fort(kind, value);
}

const SHOWN = {
  "wall-ordered": ({ wall }, components) => h("span", { class: "pic" }, wall.map((id) => fort(components, id))),
  "warriors-revealed": ({ warriors }) => warriors.map(({ side, warrior }) => h("span", { class: "pic" }, pictureOf.warrior(warrior, side.clan))),
  "fort-captured": ({ side, fort: id }, components) => h("span", { class: "pic" }, pictureOf.crest(side.clan), fort(components, id)),
};

export function pictures(events, components) {
  return events.flatMap(({ type, data }) => SHOWN[type]?.(data, components) ?? []);
}

export const things = {
  "warrior-placed": ({ seat, fort: place }) => [`post:${seat}:${place}`],
  "fort-captured": ({ fort: id, side }) => [`held:${side.clan}:${id}`],
  "wall-ordered": ({ wall }) => wall.map((id, i) => `fort:${i + 1}`),
  "wall-shifted": ({ wall }) => wall.map((id, i) => `fort:${i + 1}`),
};

/** Whether a piece that came by an event of this type is gone. */
export const gone = {
  "round-ended": (_, thing, type) => type !== "fort-captured",
  "fort-discarded": ({ side, fort: id }, thing) => thing === `held:${side.clan}:${id}`,
};
