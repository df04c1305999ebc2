// A range of a public game as a film to save or share. Its pictures show the public view, whoever makes it.
import { button, field, h, on, pause } from "../ui.js";
import { getBytes } from "../api.js";
import { speedChoice } from "../theatre/speed.js";
import { pictureOf } from "../boardpicture.js";
import { beginning, earliest, LONGEST, planned } from "./plan.js";

const WIDTH = 600;
const PNG = "image/png";
const GIF = "image/gif";
/** Rate limited, or no renderer is free: both are temporary. */
const BUSY = [429, 503];
const TRIES = 4;
const PAUSE = 1000;

/** {node, end()}; the initial range is the longest that fits into a film and ends with `version`. */
export function filmPanel(t, id, { now: { frames, doc }, version }) {
  const number = (name, value) => h("input", { type: "number", name, min: beginning(frames), max: doc.version, value, required: true });
  const [from, to] = [number("from", earliest(frames, version, 1)), number("to", Math.max(version, beginning(frames)))];
  const speed = speedChoice(t, "1", () => tell());
  const status = h("p", { class: "muted", role: "status" });
  const done = h("div", { class: "film-made" });
  const bar = h("progress", { hidden: true, "aria-label": t("Film") });
  const make = button(t("Make the film"), () => run(), { class: "btn small", "data-do": "film" });
  const cancel = button(t("Cancel the film"), () => work.abort(), { class: "btn small quiet", hidden: true, "data-do": "cancel-film" });
  const node = h("section", { class: "film", "aria-label": t("Film of a stretch (GIF)") }, [
    h("h3", { class: "field-name" }, t("Film of a stretch (GIF)")),
    h("div", { class: "row" }, field(t("From version"), from), field(t("To version"), to), field(t("Speed"), speed.node), make, cancel),
    status,
    bar,
    done,
  ]);
  /** Downloaded pictures by version: a retry continues with them. */
  const downloaded = new Map();
  let work = new AbortController();

  const valid = () => from.validity.valid && to.validity.valid && from.valueAsNumber <= to.valueAsNumber;
  const plan = () => planned(frames, from.valueAsNumber, to.valueAsNumber, speed.value());
  const fits = () => valid() && plan().seconds <= LONGEST;

  /** The expected film. */
  function tell() {
    make.disabled = !fits();
    done.replaceChildren();
    status.textContent = valid() ? length(t, plan()) : t("A film goes from one version to a later one, from {first} to {last}.", { first: beginning(frames), last: doc.version });
  }

  async function run() {
    work = new AbortController();
    const { pictures } = plan();
    working(true);
    bar.max = 2 * pictures.length;
    bar.value = 0;
    done.replaceChildren();
    await film(pictures, work.signal).then(
      (bytes) => show(bytes, pictures),
      (problem) => (status.textContent = work.signal.aborted ? t("The film was not made.") : t("The film was not made: {why}", { why: problem.message })),
    );
    working(false);
  }

  async function film(pictures, signal) {
    for (const [i, { version: at }] of pictures.entries()) {
      status.textContent = t("Drawing picture {n} of {all}", { n: i + 1, all: pictures.length });
      if (!downloaded.has(at)) downloaded.set(at, await picture(at, signal));
      bar.value = i + 1;
    }
    status.textContent = t("Putting the pictures together");
    const { gifOf } = await import("./gif.js");
    return gifOf(pictures.map((one) => downloaded.get(one.version)), pictures.map(({ delay }) => delay), { signal, told: (n) => (bar.value = pictures.length + n) });
  }

  async function picture(at, signal) {
    const read = () => getBytes(pictureOf(t, id, at, "png", { width: String(WIDTH) }), { accept: PNG, signal });
    return new Blob([await patiently(read, signal)], { type: PNG });
  }

  /** The focus moves from the button that disappeared to its replacement. */
  function working(busy) {
    const held = node.contains(document.activeElement);
    bar.hidden = cancel.hidden = !busy;
    make.hidden = from.disabled = to.disabled = speed.node.disabled = busy;
    if (held) (busy ? cancel : make).focus();
  }

  async function show(bytes, pictures) {
    const name = `kronika-${id.slice(0, 8)}-${pictures[0].version}-${pictures.at(-1).version}.gif`;
    const file = new File([bytes], name, { type: GIF });
    status.textContent = t("{length}, {size} kB", { length: length(t, plan()), size: new Intl.NumberFormat(t.lang).format(Math.ceil(file.size / 1000)) });
    const address = await dataAddress(file);
    const share = navigator.canShare?.({ files: [file] }) && button(t("Send the film…"), () => navigator.share({ files: [file] }).catch(() => {}), { class: "btn small" });
    done.replaceChildren(h("img", { src: address, alt: t("Film of the versions {from} to {to}", { from: pictures[0].version, to: pictures.at(-1).version }) }), h("a", { class: "btn primary", href: address, download: name, "data-do": "save-film" }, t("Save the film")), share || "");
  }

  for (const input of [from, to]) on(input, "input", tell);
  tell();
  return { node, end: () => work.abort() };
}

/** The number of pictures, and the duration; for a range that is too long, what is possible. */
function length(t, { pictures, seconds }) {
  const took = new Intl.NumberFormat(t.lang, { style: "unit", unit: "second", unitDisplay: "long", maximumFractionDigits: 1 }).format(seconds);
  if (seconds > LONGEST) return t("That would take {took}, and a film is at most {n} seconds long: choose a shorter stretch or a higher speed.", { took, n: LONGEST });
  return `${t("{n} pictures", { n: pictures.length })}, ${took}`;
}

/** Retry: the renderers may be busy, and cached pictures soon exceed the rate limit. */
async function patiently(read, signal) {
  for (let tries = 1; ; tries++) {
    try {
      return await read();
    } catch (problem) {
      if (tries === TRIES || !BUSY.includes(problem.status)) throw problem;
    }
    await pause(tries * PAUSE);
    signal.throwIfAborted();
  }
}

/** Data URLs, which the page's policy allows for pictures. */
function dataAddress(file) {
  return new Promise((settle) => {
    const reader = new FileReader();
    on(reader, "load", () => settle(reader.result));
    reader.readAsDataURL(file);
  });
}
