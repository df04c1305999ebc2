// The words of Romans Go Home! on its board, and Polish.
import { signed } from "./romans-art.js";

/** Names of components, in the viewer's language. */
export function wordsOf(ui) {
  const { warriors, forts, clans } = ui.components;
  const find = (list, id) => list.find((one) => one.id === id);
  const fortName = (id) => find(forts, id)?.name ?? id;
  const t = (english, values) => ui.t(english, values);
  return {
    t,
    fortName,
    fort: (id) => find(forts, id),
    warrior: (id) => find(warriors, id)?.name ?? id,
    strength: (id) => find(warriors, id)?.strength,
    clanName: (id) => ui.text(find(clans, id)?.name) || id,
    fortAt: (place) => {
      const there = ui.view.wall.find((one) => one.place === place);
      return there ? t("place {place} ({fort})", { place, fort: fortName(there.fort) }) : t("place {place}", { place });
    },
  };
}

/** A fort for screen readers. */
export function fortLabel(ui, { place, fort, value }) {
  const { t, fortName } = wordsOf(ui);
  return t("Place {place}: {fort}, worth {value}", { place, fort: fortName(fort), value: signed(value) });
}

export const pl = {
  "place {place} ({fort})": "miejsce {place} ({fort})",
  "place {place}": "miejsce {place}",
  "Place {place}: {fort}, worth {value}": "Miejsce {place}: {fort}, wartość {value}",
  "Round {round} of 3": "Tura {round} z 3",
  "Orders": "Rozkazy",
  "Clash {clash} of 6": "Starcie {clash} z 6",
  "Forts in the stack: {n}": "Forty w stosie: {n}",
  "Waiting for: {names}": "Czekamy na: {names}",
  "The game is over.": "Gra skończona.",
  "The wall": "Mur",
  Decided: "Po walce",
  "Your hand": "Twoja ręka",
  "neutral": "neutralny",
  "you": "ty",
  "Strength of the line: {n}": "Siła linii: {n}",
  "Points: {n}": "Punkty: {n}",
  "Placed: {n} of 6": "Postawieni: {n} z 6",
  "Orders sealed": "Rozkazy zatwierdzone",
  "Captured forts": "Zdobyte forty",
  "None yet": "Jeszcze żadnych",
  "Discarded warriors: {warriors}": "Odrzuceni wojownicy: {warriors}",
  "Lost unseen: {warriors}": "Straceni bez odkrycia: {warriors}",
  "Away as the seventh: {warrior}": "Odłożony jako siódmy: {warrior}",
  Discarded: "Odrzucony",
  "Hidden warrior": "Zakryty wojownik",
  "Empty: {place}": "Puste: {place}",
  "Last clash": "Ostatnie starcie",
  "captures": "zdobywa",
  "captures, Arch'r decides": "zdobywa, rozstrzyga Arch'r",
  "tie: nobody captures": "remis: nikt nie zdobywa",
  "everybody is out: nobody captures": "nikt nie walczy: nikt nie zdobywa",
  "out": "poza starciem",
  "seduced": "uwiedziony",
  "Lost forts: {forts}": "Stracone forty: {forts}",
  "Seat {n}": "Miejsce {n}",
  "Clear selection": "Wyczyść wybór",
  "Actions": "Akcje",
  "Board": "Plansza",
  "{what}. Possible moves: {n}": "{what}. Możliwe ruchy: {n}",
  "The game has not started yet.": "Gra jeszcze się nie zaczęła.",
};
