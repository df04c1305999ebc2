// Addresses of boards as pictures, as everybody may see them.
import { pageTheme } from "./ui.js";

/** Of a public game at a version, without words and colours. @param {"svg" | "png"} type */
export const pathOf = (id, version, type) => `/v1/games/${id}/states/${version}.${type}`;

/** A picture's address with the words of a language and the page's colours. */
export const inLook = (path, lang, more) => `${path}?${new URLSearchParams({ lang, theme: pageTheme(), ...more })}`;

/** @param {"svg" | "png"} type */
export const pictureOf = (t, id, version, type, more) => inLook(pathOf(id, version, type), t.lang, more);
