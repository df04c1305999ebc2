// The address of a picture of a public game, as everybody may see it, in the page's language and colours.
import { pageTheme } from "../ui.js";
import { beginning } from "./plan.js";

/** @param {"svg" | "png"} type */
export function pictureOf(t, id, version, type, more) {
  const query = new URLSearchParams({ lang: t.lang, theme: pageTheme(), ...more });
  return `/v1/games/${id}/states/${version}.${type}?${query}`;
}

/** The picture of a version in a timeline of the game, or null: before the game begins there is no board. */
export function momentPicture(t, id, { frames, doc }, version) {
  return version < beginning(frames) ? null : pictureOf(t, id, version, "svg", { document_revision: doc.document_revision });
}
