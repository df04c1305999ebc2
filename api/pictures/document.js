// As much of a document as the boards draw on: elements with attributes and children, and the tree of them as data.
class Tokens {
  constructor(element) {
    this.element = element;
  }
  get all() {
    return (this.element.getAttribute("class") ?? "").split(/\s+/).filter(Boolean);
  }
  add(...names) {
    this.element.setAttribute("class", [...new Set([...this.all, ...names])].join(" "));
  }
  remove(...names) {
    this.element.setAttribute("class", this.all.filter((name) => !names.includes(name)).join(" "));
  }
  contains(name) {
    return this.all.includes(name);
  }
  toggle(name, on = !this.contains(name)) {
    if (on) this.add(name);
    else this.remove(name);
  }
}

class Element {
  constructor(tag) {
    Object.assign(this, { tagName: tag, attributes: {}, set: {}, dataset: {}, children: [], hidden: false, isConnected: true });
    this.style = { setProperty: (name, value) => (this.set[name] = String(value)) };
    this.classList = new Tokens(this);
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
  removeAttribute(name) {
    delete this.attributes[name];
  }
  get className() {
    return this.getAttribute("class") ?? "";
  }
  set className(value) {
    this.setAttribute("class", value);
  }
  set textContent(text) {
    this.children = [String(text)];
  }
  append(...more) {
    this.children.push(...more.map((one) => (one instanceof Element ? one : String(one))));
  }
  prepend(...more) {
    this.children.unshift(...more.map((one) => (one instanceof Element ? one : String(one))));
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
  querySelectorAll() {
    return [];
  }
  get tree() {
    return [this.tagName, this.attributes, this.set, this.children.map((child) => (child instanceof Element ? child.tree : child))];
  }
}

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

/** The tree of what the board of a ruleset draws for a state, for somebody who only looks on. */
globalThis.draw = (module, told) => {
  const asked = JSON.parse(told);
  const { mount } = load(module);
  const { translator } = load("i18n.js");
  const t = translator(asked.lang);
  const root = new Element("div");
  mount(root, { act() {}, t, announce() {} }).update({ legal: [], seat: null, events: [], event: null, ...asked });
  return JSON.stringify(root.tree);
};

void load("i18n.js").speakable("pl"); // its words are there before anything is drawn
