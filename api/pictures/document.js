// As much of a document as the boards draw on: elements with attributes and children, and the tree of them as data.
class Element {
  constructor(tag) {
    Object.assign(this, { tagName: tag, attributes: {}, set: {}, children: [], hidden: false, isConnected: true });
    this.style = { setProperty: (name, value) => (this.set[name] = String(value)) };
  }
  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }
  hasAttribute(name) {
    return name in this.attributes;
  }
  set textContent(text) {
    this.children = [String(text)];
  }
  append(...more) {
    this.children.push(...more.map((one) => (one instanceof Element ? one : String(one))));
  }
  replaceChildren(...more) {
    this.children = [];
    this.append(...more);
  }
  cloneNode() {
    const copy = new Element(this.tagName);
    Object.assign(copy.attributes, this.attributes);
    Object.assign(copy.set, this.set);
    copy.children = this.children.map((child) => (child instanceof Element ? child.cloneNode() : child));
    return copy;
  }
  addEventListener() {}
  removeEventListener() {}
  contains() {
    return false;
  }
  querySelector() {
    return null;
  }
  get childNodes() {
    return this.children;
  }
  /** The first element, in document order, that is as wanted. */
  find(wanted) {
    if (wanted(this)) return this;
    return this.children.reduce((found, child) => found ?? (child instanceof Element ? child.find(wanted) : null), null);
  }
  /** The first element of a kind. */
  first(tag) {
    return this.find(({ tagName }) => tagName === tag);
  }
  /** Everything that is written in it, a space between its parts. */
  get text() {
    if (this.hasAttribute("aria-hidden")) return "";
    return this.children.map((child) => (child instanceof Element ? child.text : child)).filter(Boolean).join(" ");
  }
  /** The layer of a drawing that darkens its world. */
  get night() {
    return this.find((one) => one.getAttribute("class") === "kb-night");
  }
  /** A drawing without what only a page needs. */
  get markup() {
    const attributes = Object.entries(this.attributes).filter(([name]) => !/^(aria-|data-|role$|class$)/.test(name));
    const head = [this.tagName, ...attributes.map(([name, value]) => `${name}="${escaped(value)}"`)].join(" ");
    return `<${head}>${this.children.map((child) => (child instanceof Element ? child.markup : escaped(child))).join("")}</${this.tagName}>`;
  }
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]);

globalThis.document = {
  createElement: (tag) => new Element(tag),
  createElementNS: (space, tag) => new Element(tag),
  querySelector: () => null,
  addEventListener() {},
  removeEventListener() {},
  head: new Element("head"),
  body: new Element("body"),
  documentElement: new Element("html"),
  activeElement: null,
  hidden: false,
};
globalThis.window = globalThis;
globalThis.matchMedia = () => ({ matches: true, addEventListener() {} });
globalThis.URL = class {
  constructor(href) {
    this.href = href;
  }
};

/** The drawing of a state by the board of its ruleset, as SVG, for somebody who only looks on. `job`: {state, width, height, dark}. */
globalThis.draw = (module, job) => {
  const { state, width, height, dark } = JSON.parse(job);
  const { mount } = load(module);
  const { translator } = load("i18n.js");
  const root = new Element("div");
  mount(root, { act() {}, t: translator(state.lang), announce() {}, shape: "wide", still: true }).update({ legal: [], seat: null, events: [], event: null, ...state });
  const picture = sized(root.first("svg") ?? listing(root.first("section")), width, dark);
  return (height ? framed(picture, width, height, dark) : picture).markup;
};

const [ROW, WIDTH, MOST] = [34, 1000, 90];

/** What a board without a drawing lists: a line for each field, list item and row of a table. */
function listing(node) {
  const lines = linesOf(node).map((line) => (line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line));
  const height = ROW * (lines.length + 1);
  const text = lines.map((line, i) => element("text", { x: 24, y: ROW * (i + 1), fill: "#221C16", "font-size": 20, "font-family": "Atkinson Hyperlegible Next, system-ui, sans-serif" }, line));
  return element("svg", { viewBox: `0 0 ${WIDTH} ${height}` }, element("rect", { width: WIDTH, height, fill: "#FFFDF8" }), element("rect", { class: "kb-night", width: WIDTH, height, opacity: 0 }), ...text);
}

function element(tag, attributes, ...children) {
  const made = new Element(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const LINES = new Set(["dt", "li", "tr"]);
const MANY = ["dl", "ol", "table"];

function linesOf(node) {
  const within = node.children.filter((child) => child instanceof Element);
  const [term, value] = within;
  if (term?.tagName === "dt" && !MANY.some((tag) => value.first(tag))) return [`${term.text}: ${value.text}`];
  if (LINES.has(node.tagName) || within.length === 0) return [node.text].filter(Boolean);
  return within.flatMap(linesOf);
}

function sized(svg, width, dark) {
  const [, , across, down] = svg.getAttribute("viewBox").split(" ");
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height: Math.round((width * down) / across) })) svg.setAttribute(name, value);
  if (dark) svg.night.setAttribute("opacity", 0.12);
  return svg;
}

/** The page's background (`--bg` of style.css). */
const PAGE = { light: "#f5efe3", dark: "#16130f" };

/** A picture of exactly this size: the board as large as it fits, undistorted, in the middle of the page's background. */
function framed(board, width, height, dark) {
  const [across, down] = ["width", "height"].map((side) => board.getAttribute(side));
  const scale = Math.min(1, height / down);
  const size = { width: across * scale, height: down * scale };
  for (const [name, value] of Object.entries({ ...size, x: (width - size.width) / 2, y: (height - size.height) / 2 })) board.setAttribute(name, value);
  const ground = element("rect", { width, height, fill: dark ? PAGE.dark : PAGE.light });
  return element("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` }, ground, board);
}

void load("i18n.js").speakable("pl"); // its words are there before anything is drawn
