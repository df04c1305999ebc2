// English is the language of the code; dictionaries translate the page's own text to Polish. Text about games comes from the service.
import { plurals } from "./plurals.js";

export const LANGUAGES = { en: "English", pl: "Polski" };

let polish = {};

/** This language, once its dictionary is loaded; English if that fails. */
export async function speakable(lang) {
  if (lang === "pl") {
    try {
      ({ polish } = await import("./polish.js"));
    } catch {
      return "en";
    }
  }
  return lang;
}

/** t(english, values) -> text, in a language that is `speakable`. */
export function translator(lang) {
  let rules = null; // created on first use, because it takes a while
  const counted = (forms, n) => forms[(rules ??= new Intl.PluralRules(lang)).select(n)] ?? forms.other;
  const other = (english) => (lang === "pl" && polish[english]) || english;
  const t = (english, values = {}) => {
    const forms = plurals[english]?.[lang];
    return filled(forms ? counted(forms, values.n) : other(english), values);
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
