// What was at the version at which one points, above the timeline: its sentence, and its board as the service draws it.
import { h, on, show } from "../ui.js";
import { saidAt } from "../clock/unsaid.js";

/** Milliseconds between two pictures that are asked for. */
const RARELY = 250;
const MOST = 60;
/** After a failure, for the service limits how many pictures it draws, or draws none. */
const REST = 10_000;

/** {update()}; `line()` returns what the timeline shows, `versionAt(share)` the version at a place from 0 to 1. */
export function preview(place, line, versionAt) {
  const picture = h("div", { class: "glance-picture" });
  const words = h("p", { class: "glance-words" });
  const node = h("div", { class: "glance", hidden: true, "aria-hidden": "true" }, picture, words);
  const pictures = new Map();
  let wanted = null;
  let timer = 0;
  let restsUntil = 0;
  place.append(node);

  function look({ clientX, pointerType, buttons }) {
    if (!line() || (pointerType !== "mouse" && !buttons)) return;
    const { left, width } = place.querySelector(".line-art").getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - left) / width));
    wanted = versionAt(share);
    node.hidden = false;
    node.style.setProperty("--at", String(share));
    tell();
  }

  function tell() {
    const { frames, chapters } = line();
    const chapter = chapters.findLast(({ version }) => version <= wanted)?.title;
    show(words, [wanted, frames.length], h("b", {}, wanted), chapter && h("span", { class: "muted" }, ` ${chapter}`), h("span", { class: "glance-said" }, saidAt(frames, wanted)?.text));
    const known = pictures.get(wanted);
    if (known) picture.replaceChildren(known);
    else if (!timer) timer = window.setTimeout(ask, RARELY);
  }

  /** The picture of where one points by now; the last one stays until it has come. */
  function ask() {
    timer = 0;
    const src = wanted && !pictures.has(wanted) && performance.now() >= restsUntil && line().picture(wanted);
    if (!src) return;
    const version = wanted;
    const image = h("img", { src, alt: "" });
    pictures.set(version, null);
    if (pictures.size > MOST) pictures.delete(pictures.keys().next().value);
    image.decode().then(() => pictures.set(version, image), () => rest(version)).then(() => wanted && tell());
  }

  function rest(version) {
    pictures.delete(version);
    restsUntil = performance.now() + REST;
  }

  function hide() {
    wanted = null;
    node.hidden = true;
  }

  for (const type of ["pointermove", "pointerdown"]) on(place, type, look);
  for (const type of ["pointerleave", "pointercancel"]) on(place, type, hide);
  on(place, "pointerup", ({ pointerType }) => pointerType !== "mouse" && hide());
  return { update: () => wanted && tell() };
}
