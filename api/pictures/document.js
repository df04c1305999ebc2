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
  /** All elements, in document order, that are as wanted. */
  all(wanted) {
    const within = this.children.flatMap((child) => (child instanceof Element ? child.all(wanted) : []));
    return wanted(this) ? [this, ...within] : within;
  }
  /** Whether another element is this one, or in it. */
  holds(other) {
    return this.find((one) => one === other) !== null;
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

/** The drawing of a state by the board of its ruleset, as SVG, for somebody who only looks on. `job`: {state, width, height, dark, arrows}. */
globalThis.draw = (module, job) => {
  const { state, width, height, dark, arrows = [] } = JSON.parse(job);
  const { mount } = load(module);
  const { translator } = load("i18n.js");
  const root = new Element("div");
  mount(root, { act() {}, t: translator(state.lang), announce() {}, shape: "wide", still: true }).update({ legal: [], seat: null, events: [], event: null, ...state });
  const drawn = root.first("svg");
  const board = drawn ?? listing(root.first("section"), new Set(arrows.flatMap(({ start, end }) => [start, end])));
  board.append(...arrows.flatMap((one) => pointed(root, board, one, dark ? 1 : 0, drawn ? 1 : 0.5)));
  const picture = sized(board, width, dark);
  return (height ? framed(picture, width, height, dark) : picture).markup;
};

const [HEAD, BEND, MARGIN] = [34, 0.08, 8];
const HALO = { stroke: ["#fffdf8", "#211c16"], "stroke-width": 15 };
const LINE = { stroke: ["#9c2f17", "#f09a78"], "stroke-width": 7 };

/** An arrow between things of the board, or a ring around one; nothing where they are not on it. `scale`: its own size. */
function pointed(root, board, { start, end }, dark, scale) {
  const { arrow, between } = load("boards/parts/placing.js");
  const [from, to] = [start, end].map((name) => boxOf(root, board, name));
  if (!from || !to) return [];
  const [x, y, width, height] = from;
  const { shaft, head } = arrow(between(from, to), BEND, HEAD * scale);
  const margin = MARGIN * scale;
  const ring = ["rect", { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin, rx: 2 * margin, fill: "none" }];
  const parts = start === end ? [ring] : [["path", { d: shaft, fill: "none" }], ["path", { d: head, fill: LINE.stroke[dark] }]];
  const looks = [HALO, LINE].map((look) => ({ ...look, stroke: look.stroke[dark], "stroke-width": look["stroke-width"] * scale, "stroke-linecap": "round", "stroke-linejoin": "round" }));
  return parts.flatMap(([tag, attributes]) => looks.map((look) => element(tag, { ...attributes, ...look })));
}

/** Where a thing lies on the drawing: the layer of targets over it says so. */
function boxOf(root, board, name) {
  const [, , across, down] = board.getAttribute("viewBox").split(" ").map(Number);
  const inset = root.find((one) => one.getAttribute("data-thing") === name)?.set.inset;
  if (!inset) return null;
  const [top, right, bottom, left] = inset.split(" ").map((part) => parseFloat(part) / 100);
  return [left * across, top * down, (1 - left - right) * across, (1 - top - bottom) * down];
}

const [ROW, WIDTH, MOST, LEFT, SIZE] = [34, 1000, 90, 24, 20];

/** What a board without a drawing lists: a line for each field, list item and row of a table. Things of these names lie where their words are. */
function listing(node, names) {
  const lines = linesOf(node);
  const height = ROW * (lines.length + 1);
  const text = lines.map((line, i) => element("text", { x: LEFT, y: ROW * (i + 1), fill: "#221C16", "font-size": SIZE, "font-family": "Atkinson Hyperlegible Next, system-ui, sans-serif" }, shortened(line.text)));
  for (const thing of node.all((one) => names.has(one.getAttribute("data-thing")))) place(thing, lines, height);
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

/** Each with the element that it says. */
function linesOf(node) {
  const within = node.children.filter((child) => child instanceof Element);
  const [term, value] = within;
  if (term?.tagName === "dt" && !MANY.some((tag) => value.first(tag))) return [{ node, text: `${term.text}: ${value.text}` }];
  if (LINES.has(node.tagName) || within.length === 0) return [{ node, text: node.text }].filter(({ text }) => text);
  return within.flatMap(linesOf);
}

const shortened = (line) => (line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line);

/** Sets where a thing lies on a listing: on its part of a line, or on all the lines that it is said in. */
function place(thing, lines, height) {
  const { width } = load("boards/parts/widths.js");
  const across = (text) => width(shortened(text), SIZE);
  const at = lines.flatMap(({ node }, i) => (node.holds(thing) || thing.holds(node) ? [i] : []));
  if (at.length === 0) return;
  const said = at.map((i) => lines[i]);
  const part = said.length === 1 && said[0].node !== thing && said[0].node.holds(thing);
  const from = part ? startOf(said[0], thing) : 0;
  const to = part ? from + thing.text.length : Infinity;
  const [left, right] = [from, to].map((end) => LEFT + Math.max(...said.map(({ text }) => across(text.slice(0, end)))));
  const [top, bottom] = [ROW * at[0] + ROW / 3, ROW * at.at(-1) + ROW * 1.2];
  const edges = [top / height, 1 - right / WIDTH, 1 - bottom / height, left / WIDTH];
  thing.set.inset = edges.map((edge) => `${100 * edge}%`).join(" ");
}

/** Where in a line the words of a thing begin. */
function startOf({ node }, thing) {
  const earlier = [];
  const passed = (one) => one === thing || (one instanceof Element ? !one.hasAttribute("aria-hidden") && one.children.some(passed) : earlier.push(one) === 0);
  passed(node);
  const colon = node.first("dt") ? 1 : 0;
  return earlier.reduce((sum, one) => sum + (one ? one.length + 1 : 0), colon);
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
