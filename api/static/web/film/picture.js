// The address of a picture of a public game, as everybody may see it, in the page's language and colours.
import { pageTheme } from "../ui.js";

/** @param {"svg" | "png"} type */
export function pictureOf(t, id, version, type, more) {
  const query = new URLSearchParams({ lang: t.lang, theme: pageTheme(), ...more });
  return `/v1/games/${id}/states/${version}.${type}?${query}`;
}
