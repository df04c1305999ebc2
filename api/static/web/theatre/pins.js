// What is pinned to the timeline: where the game turned beyond doubt, and what happened beside it.
import { seatName } from "../standings.js";

/** Events beside the game that one may look for, by the kind of their pin. */
const KINDS = { rewound: "undo", "dispute-opened": "dispute", ruled: "ruling", "appeal-decided": "ruling" };

/** Whether the game turned beyond doubt, by the decision or by chance after it. */
export const turns = ({ turning, luck }) => turning || luck?.beyond_doubt;

/** [{version, kind, name}] in order, up to the version `end`. */
export function pinsOf(t, { frames, doc }, moments, end) {
  const turned = moments.filter(turns).map(({ version, seat, turning }) => {
    const cause = turning ? seatName(t, doc.seats, seat) : t("by luck");
    return { version, kind: "turning", name: t("Turning point: {cause}", { cause }) };
  });
  const beside = frames.filter(({ type }) => KINDS[type]).map(({ version, type, text }) => ({ version, kind: KINDS[type], name: text }));
  return [...turned, ...beside].filter(({ version }) => version <= end).sort((one, other) => one.version - other.version);
}

/** Pins that would lie upon each other as one, which leads to the first of them; `place(version)` is in the unit of `apart`. */
export function together(pins, place, apart) {
  const groups = [];
  for (const pin of pins) {
    const near = groups.at(-1);
    if (near && place(pin.version) - place(near.version) < apart) near.name = `${near.name} ${pin.version}: ${pin.name}`;
    else groups.push({ ...pin, name: `${pin.version}: ${pin.name}` });
  }
  return groups;
}
