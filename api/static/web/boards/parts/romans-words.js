// The words of Romans Go Home! on its board: what warriors and forts do, what is asked, Polish.
import { signed } from "./romans-art.js";

export const ABILITIES = {
  qween: "Seduces a warrior revealed with her: its strength counts for you.",
  druhid: "If you capture, you may take another fort of the wall instead.",
  svord: "Rearrange your warriors that are still hidden.",
  axx: "If you capture, Axx may stay in the line.",
  archr: "Wins a tie for the highest total.",
  filchy: "You sit this clash out; your line stays.",
  horsie: "If you do not capture, discard an earlier warrior of your line.",
  chariott: "Two revealed together are both discarded.",
};

export const FORTS = {
  niefort: "Points, nothing else.",
  komfort: "The captor may keep the weakest warrior of its line.",
  fokus: "Every clan with a line discards one warrior of it.",
  fortuna: "The captor discards a fort captured earlier.",
  fortheca: "Costs points; but a player who holds three wins at once.",
};

export const DECISIONS = {
  seduce: "Qween: choose the warrior to seduce.",
  "take-fort": "Dru'hid: choose the fort to take.",
  "keep-axx": "Axx: does it stay in the line?",
  "keep-warrior": "KomFort: does the weakest warrior stay?",
  "discard-revealed": "Choose a warrior of your line to discard.",
  "discard-fort": "FortUna: choose an earlier fort to discard.",
  rearrange: "Svord: click two hidden warriors to swap them, then confirm.",
};

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
  "Seduces a warrior revealed with her: its strength counts for you.": "Uwodzi wojownika odkrytego razem z nią: jego siła liczy się dla ciebie.",
  "If you capture, you may take another fort of the wall instead.": "Gdy zdobywasz, możesz wziąć zamiast tego inny fort z muru.",
  "Rearrange your warriors that are still hidden.": "Poprzestawiaj swoich jeszcze zakrytych wojowników.",
  "If you capture, Axx may stay in the line.": "Gdy zdobywasz, Axx może zostać w linii.",
  "Wins a tie for the highest total.": "Rozstrzyga remis o najwyższą sumę.",
  "You sit this clash out; your line stays.": "Nie bierzesz udziału w tym starciu; linia zostaje.",
  "If you do not capture, discard an earlier warrior of your line.": "Gdy nie zdobywasz, odrzucasz wcześniejszego wojownika z linii.",
  "Two revealed together are both discarded.": "Dwa odkryte razem odpadają oba.",
  "Points, nothing else.": "Punkty i nic więcej.",
  "The captor may keep the weakest warrior of its line.": "Zdobywca może zachować najsłabszego wojownika z linii.",
  "Every clan with a line discards one warrior of it.": "Każdy klan odrzuca jednego wojownika ze swojej linii.",
  "The captor discards a fort captured earlier.": "Zdobywca odrzuca fort zdobyty wcześniej.",
  "Costs points; but a player who holds three wins at once.": "Odbiera punkty; ale kto ma trzy, natychmiast wygrywa.",
  "Qween: choose the warrior to seduce.": "Qween: wybierz wojownika do uwiedzenia.",
  "Dru'hid: choose the fort to take.": "Dru'hid: wybierz fort do zabrania.",
  "Axx: does it stay in the line?": "Axx: czy zostaje w linii?",
  "KomFort: does the weakest warrior stay?": "KomFort: czy najsłabszy wojownik zostaje?",
  "Choose a warrior of your line to discard.": "Wybierz wojownika ze swojej linii do odrzucenia.",
  "FortUna: choose an earlier fort to discard.": "FortUna: wybierz wcześniejszy fort do odrzucenia.",
  "Svord: click two hidden warriors to swap them, then confirm.": "Svord: kliknij dwóch zakrytych wojowników, by ich zamienić, a potem zatwierdź.",
  "place {place} ({fort})": "miejsce {place} ({fort})",
  "place {place}": "miejsce {place}",
  "Place {place}: {fort}, worth {value}": "Miejsce {place}: {fort}, wartość {value}",
  "Round {round} of 3": "Tura {round} z 3",
  "Orders": "Rozkazy",
  "Clash {clash} of 6": "Starcie {clash} z 6",
  "Forts in the stack: {n}": "Forty w stosie: {n}",
  "Place six of your seven warriors, one at each fort.": "Postaw sześciu z siedmiu wojowników, po jednym przy każdym forcie.",
  "All six are placed: seal the orders, or change them.": "Wszystkich sześciu stoi: zatwierdź rozkazy albo je zmień.",
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
  "Put away: {warrior}": "Odłożony: {warrior}",
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
