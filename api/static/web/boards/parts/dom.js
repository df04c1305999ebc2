// Helpers that create elements. Styles are set by classes or custom properties, never by style attributes.
const SVG = "http://www.w3.org/2000/svg";

/** An HTML element; `vars` are CSS custom properties, null and false attributes are left out. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** An `<svg>` with a view box; decorative unless it has a label. */
export function drawing(viewBox, attributes, ...children) {
  const named = attributes?.["aria-label"] ? { role: "img" } : { "aria-hidden": "true" };
  return s("svg", { viewBox, ...named, ...attributes }, ...children);
}

export function path(d, className) {
  return s("path", { d, class: className });
}

/** A number with as many digits as a drawing needs. */
export const short = (number) => Math.round(number * 100) / 100;

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "vars") for (const [key, set] of Object.entries(value)) node.style.setProperty(key, set);
    else node.setAttribute(name, value === true ? "" : typeof value === "number" ? short(value) : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Listen to these events of a target; the function that it returns ends that. */
export function listen(target, types, listener, capture = false) {
  for (const type of types) target.addEventListener(type, listener, capture);
  return () => types.forEach((type) => target.removeEventListener(type, listener, capture));
}

/** Load a style sheet from the boards' folder, once. Resolves when it is loaded, or has failed. */
export function loadStyle(name) {
  const existing = document.querySelector(`link[data-board="${name}"]`);
  const link = existing ?? h("link", { rel: "stylesheet", href: new URL(`../${name}`, import.meta.url).href, "data-board": name });
  if (!existing) document.head.append(link);
  if (link.sheet) return Promise.resolve();
  return new Promise((settle) => ["load", "error"].forEach((type) => link.addEventListener(type, settle, { once: true })));
}

/** Numbers from `from` up to and including `to`. */
export function range(from, to) {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
