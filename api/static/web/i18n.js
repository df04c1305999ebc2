// English is the language of the code; the page's own words stand in Polish in dictionaries. What is said of games comes from the service.
import { pl as pages } from "./words-pl.js";
import { proof } from "./words-pl-proof.js";
import { desk } from "./words-pl-desk.js";
import { plurals } from "./plurals.js";
import { replay } from "./words-pl-replay.js";
import { places } from "./words-pl-places.js";
import { learn } from "./words-pl-learn.js";
import { table } from "./words-pl-table.js";

export const LANGUAGES = { en: "English", pl: "Polski" };

/** t(english, values) -> text. */
export function translator(lang) {
  const dictionary = { ...pages, ...proof, ...desk, ...replay, ...places, ...learn, ...table };
  const rules = new Intl.PluralRules(lang);
  const t = (english, values = {}) => {
    const forms = plurals[english]?.[lang];
    const text = forms ? (forms[rules.select(values.n)] ?? forms.other) : lang === "pl" ? (dictionary[english] ?? english) : english;
    return filled(text, values);
  };
  t.lang = lang;
  return t;
}

/** A text with its {members} filled by `values`. */
export function filled(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The text of {"en", "pl"} in this language. */
export function said(texts, lang) {
  return typeof texts === "string" ? texts : (texts?.[lang] ?? texts?.en ?? "");
}

export function preferred() {
  return navigator.language?.startsWith("pl") ? "pl" : "en";
}
