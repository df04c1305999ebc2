// Small components that all pages use.
import { h } from "./boards/parts/dom.js";

export { h };

export function on(node, type, run) {
  node.addEventListener(type, run);
  return node;
}

/** A button; `run` may be asynchronous, and further clicks are ignored until it ends. It is not disabled, to keep the focus. */
export function button(label, run, attributes = {}) {
  const node = h("button", { type: "button", class: "btn", ...attributes }, label);
  return on(node, "click", async () => {
    if (node.getAttribute("aria-busy") === "true") return;
    node.setAttribute("aria-busy", "true");
    try {
      await run(node);
    } finally {
      node.removeAttribute("aria-busy");
    }
  });
}

/** A link to another page of this site, opened without a full page load. */
export function pageLink(href, label, attributes = {}) {
  return h("a", { href, "data-page": true, ...attributes }, label);
}

/** A labelled field of a form. */
export function field(label, control) {
  return h("label", { class: "field" }, h("span", { class: "field-name" }, label), control);
}

export function select(name, choices, chosen) {
  const options = choices.map(([value, label]) => h("option", { value, selected: value === chosen }, label));
  return h("select", { name }, options);
}

/** A modal window. Resolves with the value that closed it, "" if it was dismissed; a click beside it dismisses it unless it is `firm`. */
export function modal(title, content, closeLabel, { firm = false } = {}) {
  const close = h("button", { type: "button", class: "btn quiet modal-close" }, closeLabel);
  const box = h("dialog", { class: "modal", "aria-label": title }, h("h2", {}, title), content, close);
  on(close, "click", () => box.close(""));
  on(box, "click", (event) => event.target === box && !firm && box.close(""));
  document.body.append(box);
  box.showModal();
  return new Promise((resolve) => on(box, "close", () => (box.remove(), resolve(box.returnValue))));
}

/** Replace a node's content only if it has changed, which keeps focus and selection. Content that takes nodes from elsewhere is a function, called only then. */
export function show(node, key, ...content) {
  const text = JSON.stringify(key);
  if (node.dataset.shown === text) return;
  node.dataset.shown = text;
  const made = content.map((one) => (typeof one === "function" ? one() : one));
  node.replaceChildren(...made.flat(Infinity).filter(Boolean));
}

/** A function that makes a request and uses the response, unless a newer call was made: responses may arrive out of order. */
export function newest(ask, use) {
  let latest = 0;
  return async () => {
    const mine = ++latest;
    const answer = await ask();
    if (mine === latest) use(answer);
  };
}

/** Run `mark()` now and after every redraw of a board, until the returned function is called; `mark` must be idempotent. */
export function keepMarked(board, mark) {
  const watch = new MutationObserver(mark);
  mark();
  watch.observe(board, { childList: true, subtree: true, attributeFilter: ["class"] });
  return () => watch.disconnect();
}

/** Milliseconds without a call that are rest, and after which the work is done without any. */
const REST = 150;
const LATEST = 1000;

/** A function that runs `work()` once for all calls until the page rests: while somebody scrubs, each step would do it for nothing. */
export function whenAtRest(work) {
  let since = 0;
  let timer = null;
  const run = () => {
    timer = null;
    work();
  };
  return () => {
    const now = performance.now();
    if (!timer) since = now;
    clearTimeout(timer);
    timer = setTimeout(run, Math.min(REST, since + LATEST - now));
  };
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The page's theme, light or dark. */
export function pageTheme() {
  return document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

/** "age-of-war" -> "Age of war": an identifier as words. */
export function words(id) {
  const text = String(id).replace(/[-_]/g, " ");
  return capital(text);
}

/** Random bytes in hexadecimal; works in insecure contexts too. */
export function randomHex(bytes) {
  const made = crypto.getRandomValues(new Uint8Array(bytes));
  return [...made].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A text that begins a sentence. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
