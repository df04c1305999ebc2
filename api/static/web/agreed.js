// What there is to agree on before a game, in the service's words.
import { said } from "./i18n.js";
import { words } from "./ui.js";

/** Every option of a ruleset: [name, JSON Schema]. */
export function optionsOf({ options: schema }) {
  const object = schema.$ref ? schema.$defs[schema.$ref.split("/").pop()] : schema;
  return Object.entries(object.properties);
}

/** {name, text, value}: what an option is called and means, and what a value of it is called; "" where nothing is said. */
export function optionWords({ option_words: all }, t) {
  const told = (texts, id) => said(texts, t.lang) || words(id);
  return {
    name: (option) => told(all[option]?.name, option),
    text: (option) => said(all[option]?.text, t.lang),
    value(option, value) {
      if (typeof value === "boolean") return t(value ? "yes" : "no");
      return typeof value === "string" ? told(all[option]?.values[value], value) : JSON.stringify(value);
    },
  };
}
