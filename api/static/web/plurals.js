// Words that differ with the number {n} in them, by the category that Intl.PluralRules gives it.
/** @type {Record<string, Record<string, Record<string, string>>>} */
export const plurals = {
  "{n} players": {
    en: { one: "{n} player", other: "{n} players" },
    pl: { one: "{n} gracz", other: "{n} graczy" },
  },
  "{n} pictures": {
    en: { one: "{n} picture", other: "{n} pictures" },
    pl: { one: "{n} obraz", few: "{n} obrazy", other: "{n} obrazów" },
  },
  "{n} notes": {
    en: { one: "{n} note", other: "{n} notes" },
    pl: { one: "{n} notatka", few: "{n} notatki", other: "{n} notatek" },
  },
};
