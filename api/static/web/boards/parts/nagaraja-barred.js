// The action meant by a click on something that cannot be chosen now in Nagaraja, for asking the service why.
import { HIDING, SPACES } from "./nagaraja-paths.js";

const WANTED = {
  card(ui, [id]) {
    const cards = [...picked(ui, "card").map(([laid]) => laid), id];
    if (ui.may("discard-cards")) return { type: "discard-cards", cards };
    if (ui.view.stage !== "confront") return { type: "choose-cards", cards, more: false };
    return { type: "spend-naga", stick: picked(ui, "mine")[0]?.[0] ?? naga(ui), card: id };
  },
  amulet: (ui, [amulet]) => ({ type: "play-amulet", amulet, card: "" }),
  mine: (ui, [stick]) => (ui.view.effect ? { type: "name-stick", stick } : { type: "spend-naga", stick, card: own(ui).hand[0] ?? "" }),
  theirs: (ui, [stick]) => ({ type: "discard-sticks", sticks: [stick] }),
  drawn: (ui, [card]) => ({ type: "keep-cards", cards: [card] }),
  looked: (ui, [card]) => ({ type: "take-card", card }),
  relic(ui, [seat, place]) {
    const temple = Number(seat);
    if (ui.may("peek-relics")) return { type: "peek-relics", temple, places: [place] };
    const [first, second] = inOrder(Object.keys(HIDING), earlier(ui, "relic", seat) ?? ui.view.effect?.looked_at[0] ?? place, place);
    return { type: "swap-relics", temple, first, second };
  },
  space(ui, [seat, name]) {
    const temple = Number(seat);
    const before = earlier(ui, "space", seat) ?? name;
    if (ui.may("rotate-tile")) return { type: "rotate-tile", temple, space: name, turns: 1 };
    if (ui.may("move-tile")) return { type: "move-tile", temple, space: before, to: name, turns: 0 };
    if (ui.may("swap-tiles")) {
      const [first, second] = inOrder(SPACES, before, name);
      return { type: "swap-tiles", temple, first, second };
    }
    return ui.view.effect || temple !== ui.seat ? { type: "place-trap", temple, space: name } : { type: "place-tile", space: name, turns: 0 };
  },
};

export function wanted(token, ui) {
  const [kind, ...what] = token.split(":");
  return WANTED[kind]?.(ui, what) ?? null;
}

const own = (ui) => ui.view.players[ui.seat - 1];

/** A stick that shows a Naga, or else any. */
function naga(ui) {
  const { sticks } = own(ui);
  return sticks.find((name) => name.endsWith("-N")) ?? sticks[0] ?? "";
}

/** The picks of a kind, as the parts of their tokens. */
function picked(ui, kind) {
  return ui.picks.map(({ token }) => token.split(":")).filter(([one]) => one === kind).map(([, ...what]) => what);
}

/** The first pick in this temple. */
function earlier(ui, kind, seat) {
  return picked(ui, kind).find(([temple]) => temple === seat)?.[1];
}

function inOrder(names, one, other) {
  return [one, other].sort((a, b) => names.indexOf(a) - names.indexOf(b));
}
