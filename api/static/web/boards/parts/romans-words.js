// The words of Romans Go Home!: what warriors and forts do, what the actions are, Polish.
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

/** An action in words. */
export function say(action, ui) {
  const { t } = wordsOf(ui);
  const { warrior, fortAt, clanName, fortName } = wordsOf(ui);
  switch (action.type) {
    case "discard-warrior":
      return t("Put {warrior} away as the seventh", { warrior: warrior(action.warrior) });
    case "place-warrior":
      return t("Place {warrior} at {fort}", { warrior: warrior(action.warrior), fort: fortAt(action.fort) });
    case "withdraw-warrior":
      return t("Take the warrior at {fort} back", { fort: fortAt(action.fort) });
    case "seal-orders":
      return t("Seal the orders");
    case "seduce":
      return t("Seduce the warrior of: {clan}", { clan: clanName(action.clan) });
    case "take-fort":
      return t("Take {fort}", { fort: fortAt(action.place) });
    case "keep-axx":
      return action.keep ? t("Keep Axx in the line") : t("Discard Axx with the line");
    case "keep-warrior":
      return action.keep ? t("Keep the weakest warrior") : t("Keep nobody");
    case "discard-revealed":
      return t("Discard {warrior}", { warrior: warrior(action.warrior) });
    case "discard-fort":
      return t("Discard the fort {fort}", { fort: fortName(action.fort) });
    default:
      return t("Confirm the order: {warriors}", { warriors: action.warriors.map(warrior).join(", ") });
  }
}

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
      return there ? t("fort {place} ({fort})", { place, fort: fortName(there.fort) }) : t("fort {place}", { place });
    },
  };
}

/** A fort for screen readers. */
export function fortLabel(ui, { place, fort, value }) {
  const { t, fortName } = wordsOf(ui);
  return t("Fort {place}: {fort}, worth {value}", { place, fort: fortName(fort), value: signed(value) });
}

export const pl = {
  "Seduces a warrior revealed with her: its strength counts for you.": "Uwodzi wojownika odkrytego razem z nią: jego siła liczy się dla ciebie.",
  "If you capture, you may take another fort of the wall instead.": "Gdy zdobywasz, możesz wziąć zamiast tego inny fort z muru.",
  "Rearrange your warriors that are still hidden.": "Poprzestawiaj swoich jeszcze zakrytych wojowników.",
  "If you capture, Axx may stay in the line.": "Gdy zdobywasz, Axx może zostać w szeregu.",
  "Wins a tie for the highest total.": "Rozstrzyga remis o najwyższą sumę.",
  "You sit this clash out; your line stays.": "Nie bierzesz udziału w tym starciu; szereg zostaje.",
  "If you do not capture, discard an earlier warrior of your line.": "Gdy nie zdobywasz, odrzucasz wcześniejszego wojownika z szeregu.",
  "Two revealed together are both discarded.": "Dwa odkryte razem odpadają oba.",
  "Points, nothing else.": "Punkty i nic więcej.",
  "The captor may keep the weakest warrior of its line.": "Zdobywca może zachować najsłabszego wojownika z szeregu.",
  "Every clan with a line discards one warrior of it.": "Każdy klan odrzuca jednego wojownika ze swojego szeregu.",
  "The captor discards a fort captured earlier.": "Zdobywca odrzuca fort zdobyty wcześniej.",
  "Costs points; but a player who holds three wins at once.": "Odbiera punkty; ale kto ma trzy, natychmiast wygrywa.",
  "Qween: choose the warrior to seduce.": "Qween: wybierz wojownika do uwiedzenia.",
  "Dru'hid: choose the fort to take.": "Dru'hid: wybierz fort do zabrania.",
  "Axx: does it stay in the line?": "Axx: czy zostaje w szeregu?",
  "KomFort: does the weakest warrior stay?": "KomFort: czy najsłabszy wojownik zostaje?",
  "Choose a warrior of your line to discard.": "Wybierz wojownika ze swojego szeregu do odrzucenia.",
  "FortUna: choose an earlier fort to discard.": "FortUna: wybierz wcześniejszy fort do odrzucenia.",
  "Svord: click two hidden warriors to swap them, then confirm.": "Svord: kliknij dwóch zakrytych wojowników, by ich zamienić, a potem zatwierdź.",
  "Put {warrior} away as the seventh": "Odłóż jako siódmego: {warrior}",
  "Place {warrior} at {fort}": "Postaw kartę {warrior}: {fort}",
  "Take the warrior at {fort} back": "Cofnij wojownika: {fort}",
  "Seal the orders": "Zatwierdź rozkazy",
  "Seduce the warrior of: {clan}": "Uwiedź wojownika klanu: {clan}",
  "Take {fort}": "Weź: {fort}",
  "Keep Axx in the line": "Zostaw Axx w szeregu",
  "Discard Axx with the line": "Odrzuć Axx z szeregiem",
  "Keep the weakest warrior": "Zostaw najsłabszego wojownika",
  "Keep nobody": "Nie zostawiaj nikogo",
  "Discard {warrior}": "Odrzuć: {warrior}",
  "Discard the fort {fort}": "Odrzuć fort: {fort}",
  "Confirm the order: {warriors}": "Zatwierdź kolejność: {warriors}",
  "fort {place} ({fort})": "fort {place} ({fort})",
  "fort {place}": "fort {place}",
  "Fort {place}: {fort}, worth {value}": "Fort {place}: {fort}, wart {value}",
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
  "Strength of the line: {n}": "Siła szeregu: {n}",
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
  "Empty place at {fort}": "Puste miejsce: {fort}",
  "{warrior}, strength {strength}": "{warrior}, siła {strength}",
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
  "{what}. Possible moves: {n}": "{what}. Możliwe ruchy: {n}",
  "The game has not started yet.": "Gra jeszcze się nie zaczęła.",
};
