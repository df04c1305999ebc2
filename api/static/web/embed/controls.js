// Playback controls: steps, a line with every version, speed, and the switch that hides results.
import { button, h, on } from "../ui.js";
import { saidAt } from "../clock/unsaid.js";
import { steps } from "../game/steps.js";

/** {node, update(head)} */
export function controls(t, player, speed) {
  const range = h("input", { type: "range", min: 1, step: 1, id: "scrub", "aria-label": t("Version") });
  on(range, "input", () => player.goTo(range.valueAsNumber));
  const where = h("output", { class: "where", id: "where" });
  const reveal = button(t("Show the end"), () => player.reveal(), { class: "btn quiet small", id: "reveal" });
  const stepping = steps(t, player, t("To the end (End)"));
  const node = h("div", { class: "embed-controls", role: "group", "aria-label": t("Replay") }, [
    stepping.nodes,
    range,
    where,
    reveal,
    speed.node,
  ]);

  function update({ now, version, walking, spoilers, seen }) {
    const end = now.doc.version;
    range.max = String(spoilers ? end : Math.max(2, seen));
    range.value = String(version);
    range.setAttribute("aria-valuetext", saidAt(now.frames, version)?.text ?? "");
    where.textContent = spoilers ? `${version} / ${end}` : String(version);
    reveal.hidden = spoilers;
    stepping.last.hidden = !spoilers;
    stepping.update(walking);
  }
  return { node, update };
}
