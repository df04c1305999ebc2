// The means to play a film: steps, a line with every version, speed, what is not told before it is seen.
import { button, h, on, show } from "../ui.js";
import { playIcon } from "../game/icons.js";

/** {node, update(head)} */
export function controls(t, player, speed) {
  const range = h("input", { type: "range", min: 1, step: 1, id: "scrub", "aria-label": t("Version") });
  on(range, "input", () => player.goTo(range.valueAsNumber));
  const where = h("output", { class: "where", id: "where" });
  const play = button("", () => void (player.head.walking ? player.stop() : player.tell()), { class: "btn quiet", id: "play" });
  const reveal = button(t("Show the end"), () => player.reveal(), { class: "btn quiet small", id: "reveal" });
  const step = (label, name, go) => button(playIcon(name), go, { class: "btn quiet", "aria-label": label, title: label });
  const last = step(t("To the end (End)"), "last", () => player.follow());
  const node = h("div", { class: "embed-controls", role: "group", "aria-label": t("Replay") }, [
    step(t("To the beginning (Home)"), "first", () => player.goTo(1)),
    step(t("One step back (left arrow)"), "back", () => player.goTo(player.head.version - 1)),
    play,
    step(t("One step on (right arrow)"), "on", () => player.goTo(player.head.version + 1)),
    last,
    range,
    where,
    reveal,
    speed.node,
  ]);

  function update({ now, version, walking, spoilers, seen }) {
    const end = now.doc.version;
    range.max = String(spoilers ? end : Math.max(2, seen));
    range.value = String(version);
    range.setAttribute("aria-valuetext", now.frames[version - 1]?.text ?? "");
    where.textContent = spoilers ? `${version} / ${end}` : String(version);
    last.hidden = reveal.hidden = spoilers;
    last.hidden = !spoilers;
    show(play, walking, playIcon(walking ? "stop" : "play"));
    play.setAttribute("aria-label", t(walking ? "Stop here" : "Play from here"));
    play.title = t(walking ? "Stop here" : "Play from here");
  }
  return { node, update };
}
