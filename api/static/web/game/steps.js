// The buttons for stepping through a game and playing it, on the page and in an embedded player.
import { button, show } from "../ui.js";
import { playIcon } from "./icons.js";

/** {nodes, last, update(walking), play}; `player` has goTo, follow, tell, stop and the head; `end` is the label of the last button. */
export function steps(t, player, end) {
  const { head } = player;
  const step = (label, name, go) => button(playIcon(name), go, { class: "btn quiet", "aria-label": label, title: label });
  const play = button("", () => void (head.walking ? player.stop() : player.tell()), { class: "btn quiet", id: "play" });
  const last = step(end, "last", () => player.follow());
  const nodes = [
    step(t("To the beginning (Home)"), "first", () => player.goTo(1)),
    step(t("One step back (left arrow)"), "back", () => player.goTo(head.version - 1)),
    play,
    step(t("One step on (right arrow)"), "on", () => player.goTo(head.version + 1)),
    last,
  ];

  function update(walking) {
    const label = t(walking ? "Stop here" : "Play from here");
    show(play, walking, playIcon(walking ? "stop" : "play"));
    play.setAttribute("aria-label", label);
    play.title = label;
  }
  return { nodes, last, play, update };
}
