// The picture of a moment of a game.
import { pictureOf } from "../boardpicture.js";
import { beginning } from "./plan.js";

/** The picture of a version in a timeline of the game, or null: before the game begins there is no board. */
export function momentPicture(t, id, { frames, doc }, version) {
  return version < beginning(frames) ? null : pictureOf(t, id, version, "svg", { document_revision: doc.document_revision });
}
