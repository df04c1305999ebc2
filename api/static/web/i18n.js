// English is the language of the code; Polish words stand in dictionaries, and boards bring their own.
import { pl as pages } from "./words-pl.js";
import { proof } from "./words-pl-proof.js";
import { desk } from "./words-pl-desk.js";
import { plurals } from "./plurals.js";
import { replay } from "./words-pl-replay.js";
import { places } from "./words-pl-places.js";
import { learn } from "./words-pl-learn.js";
import { table } from "./words-pl-table.js";

export const LANGUAGES = { en: "English", pl: "Polski" };

/** t(english, values) -> text. `add` takes further Polish words, such as a board's. */
export function translator(lang) {
  const dictionary = { ...pages, ...proof, ...desk, ...replay, ...places, ...learn, ...table };
  const rules = new Intl.PluralRules(lang);
  const t = (english, values = {}) => {
    const forms = plurals[english]?.[lang];
    const text = forms ? (forms[rules.select(values.n)] ?? forms.other) : lang === "pl" ? (dictionary[english] ?? english) : english;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  };
  t.add = (more) => Object.assign(dictionary, more);
  t.lang = lang;
  return t;
}

/** The text of {"en", "pl"} in this language. */
export function said(texts, lang) {
  return typeof texts === "string" ? texts : (texts?.[lang] ?? texts?.en ?? "");
}

export function preferred() {
  return navigator.language?.startsWith("pl") ? "pl" : "en";
}
