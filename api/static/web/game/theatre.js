// The theatre of a game's page: with its speed, pictures of public games, and sharing the moment.
import { momentPicture } from "../film/picture.js";
import { remember } from "../memory.js";
import { isOpen } from "../standings.js";
import { speedChoice } from "../theatre/speed.js";
import { theatre } from "../theatre/theatre.js";
import { signButton } from "./menu.js";
import { speed } from "./pace.js";

/** {node, update(head)}; `aside` and `found()` are the theatre's, `share()` opens the links of the current version. */
export function gameTheatre({ t, attempt }, { id, playhead, aside, found, share }) {
  const choice = speedChoice(t, String(speed()), (chosen) => remember("speed", chosen));
  return theatre(t, playhead, {
    end: t("To the present (End)"),
    keys: [choice.node, signButton("share", t("Share this moment"), share, { "data-do": "share-moment" })],
    aside,
    found,
    picture: ({ now }, version) => (isOpen(now.doc) ? momentPicture(t, id, now, version) : null),
    attempt,
  });
}
