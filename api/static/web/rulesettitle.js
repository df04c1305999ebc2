// What a game is called on every page: one whose ruleset comes from a package is named with it.
import { said } from "./i18n.js";

const OF_A_PACKAGE = { en: "package", pl: "pakiet" };

export function titleOf({ name, package: from }, lang) {
  return from ? `${said(name, lang)} (${said(OF_A_PACKAGE, lang)} ${from.name})` : said(name, lang);
}
