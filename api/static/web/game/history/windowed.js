// A long list of which only the visible lines, and some around them, are in the document; it scrolls as if all were.
const AROUND = 400;
const LOOKS = 4;
const GUESS = 40;
const ANCHORS = 12;
const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

/**
 * {show(rows), into(key), inSight(key), reach(key)} over a scrolling `<ol>`. A row has a `key`; make(row) renders its line again when sign(row)
 * changes. The arrow keys reach the first button of a line.
 */
export function windowed(list, { make, sign }) {
  const heights = new Map();
  const lines = new Map();
  const stood = new WeakMap();
  let rows = [];
  let tops = [];
  let places = new Map();
  let wanted = null;
  const seen = { width: 0, height: 0, top: 0, all: 0 }; // cached, because reading them from the list would force a layout
  let scrolled = 0;

  function lay() {
    let top = 0;
    tops = rows.map(({ key }) => {
      const at = top;
      top += heights.get(key) ?? GUESS;
      return at;
    });
    if (top === seen.all) return;
    seen.all = top;
    list.style.setProperty("--height", `${top}px`);
  }

  const scrollTo = (wished) => (seen.top = Math.max(0, Math.min(wished, seen.all - seen.height)));

  /** After all lines are in place, because it forces a layout. */
  function scroll() {
    if (seen.top === scrolled) return;
    list.scrollTop = seen.top;
    scrolled = seen.top;
  }

  const place = (top) => Math.max(0, tops.findLastIndex((at) => at <= top));
  const focused = () => list.querySelector("li:focus-within")?.dataset.key;

  /** The visible lines, and the focused one, in order. */
  function needed() {
    const [from, to] = [seen.top - AROUND, seen.top + seen.height + AROUND];
    const found = new Set();
    for (let i = place(from); seen.height && i < rows.length && tops[i] < to; i += 1) found.add(i);
    const held = places.get(focused());
    if (held !== undefined) found.add(held);
    return [...found].sort((a, b) => a - b);
  }

  /** Insert the needed lines; true if one has another height than estimated. */
  function put() {
    const there = needed();
    const keys = new Set(there.map((i) => rows[i].key));
    for (const [key, { node }] of lines) {
      if (keys.has(key)) continue;
      node.remove();
      lines.delete(key);
    }
    let before = null;
    for (const i of there) {
      const node = lineOf(rows[i]);
      if (node.previousSibling !== before || node.parentNode !== list) list.insertBefore(node, before ? before.nextSibling : list.firstChild);
      before = node;
      stand(node, tops[i], i);
    }
    return there.map((i) => measure(rows[i].key)).some(Boolean);
  }

  /** The position of a line; unchanged values are not set again, which would invalidate the line's style. */
  function stand(node, top, i) {
    const said = { top, i, all: rows.length };
    const was = stood.get(node) ?? {};
    if (was.top !== top) node.style.transform = `translateY(${top}px)`;
    if (was.i !== i) node.setAttribute("aria-posinset", i + 1);
    if (was.all !== rows.length) node.setAttribute("aria-setsize", rows.length);
    stood.set(node, said);
  }

  function lineOf(row) {
    const held = lines.get(row.key);
    const signed = sign(row);
    if (held?.sign === signed) return held.node;
    const node = make(row);
    node.dataset.key = row.key;
    if (held) replace(held.node, node);
    lines.set(row.key, { node, sign: signed, measured: false });
    return node;
  }

  function measure(key) {
    const line = lines.get(key);
    if (line.measured) return false;
    const height = line.node.offsetHeight;
    line.measured = height > 0;
    if (!height || heights.get(key) === height) return false;
    heights.set(key, height);
    return true;
  }

  /** The text being read stays in place, whatever is inserted or removed above it. */
  function render(anchor = anchored()) {
    for (let look = 0; put() && look < LOOKS; look += 1) {
      lay();
      hold(anchor);
    }
    scroll();
    stops();
  }

  function anchored() {
    const i = place(seen.top);
    return rows.slice(i, i + ANCHORS).map(({ key }, n) => ({ key, by: tops[i + n] - seen.top }));
  }

  function hold(anchor) {
    const found = anchor.find(({ key }) => places.has(key));
    if (found && seen.height) scrollTo(tops[places.get(found.key)] - found.by);
  }

  /** One of the lines is in the tab order: the focused one, the current one, or the first. */
  function stops() {
    const all = [...lines.values()].map(({ node }) => node);
    const stop = all.find((node) => node.matches(":focus-within")) ?? all.find((node) => node.matches("[aria-current]")) ?? list.firstElementChild;
    for (const node of all) for (const one of node.querySelectorAll("button, a")) one.tabIndex = node === stop ? 0 : -1;
  }

  /** Scroll a line into sight, to the middle unless it is visible already. */
  function into(key) {
    wanted = seen.height ? null : key;
    if (wanted) return;
    for (let look = 0; look < LOOKS && towards(key); look += 1) render([{ key, by: tops[places.get(key)] - seen.top }]);
  }

  /** Scroll to the estimated position of a line; false if it is in sight, or not in the list. */
  function towards(key) {
    const i = places.get(key);
    if (i === undefined || inSight(key)) return false;
    scrollTo(Math.max(tops[i] - seen.height / 3, end(i) - seen.height));
    return true;
  }

  /** The end of a line, or as much of it as fits. */
  const end = (i) => tops[i] + Math.min(heights.get(rows[i].key) ?? GUESS, seen.height || Infinity);

  function inSight(key) {
    const i = places.get(key);
    if (i === undefined) return false;
    return tops[i] >= seen.top && end(i) <= seen.top + seen.height;
  }

  function reach(key) {
    if (!seen.height) resized(); // a drawer has just opened, and its observer has not been called yet
    into(key);
    lines.get(key)?.node.querySelector("button")?.focus({ preventScroll: true });
    stops();
  }

  /** Replace the lines; the text being read stays in place, unless the line `to` has to come into sight. */
  function show(next, to = null) {
    const anchor = anchored();
    rows = next;
    places = new Map(rows.map(({ key }, i) => [key, i]));
    lay();
    hold(anchor);
    const far = to !== null && seen.height && towards(to);
    render(far ? [{ key: to, by: tops[places.get(to)] - seen.top }] : anchor);
    if (to !== null) into(to);
  }

  list.addEventListener("scroll", () => {
    const top = list.scrollTop;
    if (Math.abs(top - scrolled) < 1) return; // the reader did not scroll
    seen.top = scrolled = top;
    render();
  });
  list.addEventListener("keydown", (event) => {
    const by = STEPS[event.key];
    const from = places.get(focused());
    if (!by || from === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    reach(rows[Math.min(rows.length - 1, Math.max(0, from + by))].key);
  });
  /** The current line stays in sight when the list becomes smaller. */
  function resized() {
    const here = list.querySelector("li[aria-current]")?.dataset.key;
    const anchor = inSight(here) ? here : null;
    const { clientWidth: width, clientHeight: height, scrollTop: top } = list;
    if (width !== seen.width) heights.clear();
    if (width !== seen.width) for (const line of lines.values()) line.measured = false;
    Object.assign(seen, { width, height, top });
    scrolled = top;
    render();
    if (wanted ?? anchor) into(wanted ?? anchor);
  }

  new ResizeObserver(resized).observe(list);
  return { show, into, inSight, reach };
}

/** A line rendered again keeps the focus on the same button. */
function replace(old, node) {
  const at = [...old.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  old.replaceWith(node);
  if (at >= 0) (node.querySelectorAll("button")[at] ?? node.querySelector("button"))?.focus({ preventScroll: true });
}
