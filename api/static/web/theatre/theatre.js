// The theatre: what happened last, the timeline, and the keys that go along it; the same on a game's page and in a frame.
import { h } from "../ui.js";
import { saidAt } from "../clock/unsaid.js";
import { stepKeys } from "./keys.js";
import { liveMark } from "./livemark.js";
import { pinsOf } from "./pins.js";
import { endOf } from "./playhead.js";
import { timeline } from "./timeline.js";

const NOTHING = { status: "unasked" };

/**
 * {node, update(head)}. `end` is the label of the last key, `keys` are further ones; `aside` is beside the sentence, `found()` the analysis so
 * far, `picture(head, version)` the address of a picture or null, `attempt` reports what fails.
 */
export function theatre(t, playhead, { end, keys = [], aside = null, found = () => NOTHING, picture, attempt = (work) => work() }) {
  const said = h("p", { class: "theatre-said", id: "told" });
  const where = h("output", { class: "where", id: "where" });
  const line = timeline(t, { id: "scrub", goTo: (version) => attempt(() => playhead.goTo(version)) });
  const steps = stepKeys(t, playhead, end, keys);
  const live = liveMark(t, playhead);
  const node = h("section", { class: "theatre", "aria-label": t("Replay") }, [
    h("div", { class: "theatre-top" }, said, aside),
    h("div", { class: "theatre-place" }, where, live.node),
    line.node,
    steps.node,
  ]);

  function update(head) {
    const { now, version, spoilers, walking } = head;
    const last = endOf(head);
    said.textContent = saidAt(now.frames, version)?.text ?? "";
    where.replaceChildren(h("b", {}, version), spoilers ? ` / ${last}` : "");
    steps.last.hidden = live.node.hidden = !spoilers;
    steps.update(walking);
    steps.play.disabled = version === now.doc.version;
    live.update(head);
    line.update(lineOf(head, last));
  }

  /** What the line shows: of hidden results nothing beyond what has been seen, and no curve, which would tell the winner. */
  function lineOf(head, last) {
    const { now, version, spoilers } = head;
    const chances = spoilers && found().status === "done" ? found() : null;
    const until = (many) => (spoilers ? many : many.filter((one) => one.version <= last));
    return {
      ...{ first: head.first, last: Math.max(head.first + 1, last), version, chances, seats: now.doc.seats },
      ...{ frames: until(now.frames), chapters: until(now.chapters) },
      pins: () => pinsOf(t, now, chances?.moments ?? [], last),
      picture: (at) => picture(head, at),
    };
  }

  return { node, update };
}
