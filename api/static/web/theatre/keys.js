// The row of keys for stepping through a game and playing it.
import { button, h, show } from "../ui.js";
import { playIcon } from "./icons.js";

/** {node, play, last, update(walking)}; `playhead` has goTo, follow, tell, stop and the head; `end` is the label of the last key. */
export function stepKeys(t, playhead, end, more = []) {
  const { head } = playhead;
  const key = (label, name, go) => button(playIcon(name), go, { class: `btn quiet key-${name}`, "aria-label": label, title: label });
  const play = button("", () => void (head.walking ? playhead.stop() : playhead.tell()), { class: "btn quiet", id: "play" });
  const last = key(end, "last", () => playhead.follow());
  const node = h("div", { class: "theatre-keys" }, [
    key(t("To the beginning (Home)"), "first", () => playhead.goTo(1)),
    key(t("One step back (left arrow)"), "back", () => playhead.goTo(head.version - 1)),
    play,
    key(t("One step on (right arrow)"), "on", () => playhead.goTo(head.version + 1)),
    last,
    more,
  ]);

  function update(walking) {
    const label = t(walking ? "Stop here" : "Play from here");
    show(play, walking, playIcon(walking ? "stop" : "play"));
    play.setAttribute("aria-label", label);
    play.title = label;
  }
  return { node, play, last, update };
}
