// The options of a table before a game, in the service's words.
import { said } from "./i18n.js";
import { words } from "./ui.js";

/** Every option of a ruleset: [name, JSON Schema]. */
export function optionsOf({ options: schema }) {
  const object = schema.$ref ? schema.$defs[schema.$ref.split("/").pop()] : schema;
  return Object.entries(object.properties);
}

/** {name, text, value}: the name and meaning of an option, and the name of one of its values; "" if there is none. */
export function optionWords({ option_words: all }, t) {
  const textOf = (texts, id) => said(texts, t.lang) || words(id);
  const elsewhere = Object.assign({}, ...Object.values(all).map(({ values }) => values)); // kinds counted by one option can be values of another
  const called = (option, id) => textOf(all[option]?.values[id] ?? elsewhere[id], id);
  const counted = (option, value) => Object.entries(value).map(([id, one]) => (typeof one === "number" ? `${called(option, id)} ${one}` : called(option, id))).join(", ");
  return {
    name: (option) => textOf(all[option]?.name, option),
    text: (option) => said(all[option]?.text, t.lang),
    value(option, value) {
      if (typeof value === "boolean") return t(value ? "yes" : "no");
      return typeof value === "string" ? called(option, value) : typeof value === "number" ? String(value) : counted(option, value);
    },
  };
}
