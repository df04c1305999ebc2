// Every lesson of a game at every captured state at which it may be given: {lesson, state, seats, hits, covers, outside}.
async (game, names, size) => {
  const [{ boardOf }, { MOMENTS, seen }, { translator }] = await Promise.all(["boards/index", "learn/lessons", "i18n"].map((name) => import(`/${name}.js`)));
  const rulesets = await (await fetch("/states/rulesets.json")).json();
  const { mount } = await boardOf(game);
  const boxOf = (node) => node.getBoundingClientRect();
  const overlap = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;

  const holds = (box, [x, y]) => x > box.left - 2 && x < box.right + 2 && y > box.top - 2 && y < box.bottom + 2;

  /** Where the tail or arrow ends. */
  function tipOf(root, frame) {
    const head = root.querySelector(".kb-pointing .head.line");
    if (!head) return null;
    const [, tip] = head.getAttribute("d").split("L");
    const unit = frame.width / root.querySelector(".kb-pointing svg").viewBox.baseVal.width;
    const [x, y] = tip.split(" ").map(Number);
    return [frame.left + x * unit, frame.top + y * unit];
  }

  function lessonAt(root, board, now, lesson, at) {
    const bubble = document.createElement("div");
    for (const [name, value] of Object.entries(size)) bubble.style.setProperty(name, value);
    board.point({ bubble, at: [at(now)].flat() });
    const [place, frame] = [boxOf(root.querySelector(".kb-bubble")), boxOf(root.querySelector(".kb-targets"))];
    const names = [at(now)].flat().filter((name) => !name.startsWith("do:"));
    const tip = tipOf(root, frame);
    const targets = [...root.querySelectorAll(".kb-targets [data-thing]")].filter(({ dataset }) => names.some((name) => dataset.thing.startsWith(name)));
    const can = [...root.querySelectorAll(".kb-targets .can")];
    const first = can.some(({ dataset }) => dataset.thing?.startsWith("mine:")) ? /^mine:/ : /^(card|die|drawn):/; // a stick of Nagaraja comes before its card
    const needed = can.filter(({ dataset }) => first.test(dataset.thing ?? ""));
    return {
      lesson,
      hits: names.length ? targets.some((node) => holds(boxOf(node), tip) && !overlap(boxOf(node), place)) : tip !== null,
      covers: needed.filter((node) => overlap(boxOf(node), place)).map(({ dataset }) => dataset.thing),
      outside: place.left < frame.left || place.right > frame.right || place.top < frame.top || place.bottom > frame.bottom,
    };
  }

  async function atState(name) {
    const state = await (await fetch(`/states/${name}.json`)).json();
    const root = document.querySelector("#board");
    root.replaceChildren();
    const board = mount(root, { act: async () => {}, t: (english, values) => translator("en")(english, values), announce() {} });
    await new Promise((settle) => new MutationObserver((_, watch) => root.hidden || (watch.disconnect(), settle())).observe(root, { attributes: true }));
    board.update({ ...state, ruleset: rulesets[game], lang: "en" });
    const now = seen({ doc: state, legal: state.legal, seat: state.seat });
    const due = Object.entries(MOMENTS.get(game)).filter(([, { when }]) => now.seat && !state.view.outcome && when(now));
    const rows = due.map(([lesson, { at }]) => ({ state: name, seats: state.seats.length, ...lessonAt(root, board, now, lesson, at) }));
    board.destroy();
    return rows;
  }

  const all = [];
  for (const name of names) all.push(...(await atState(name)));
  return all;
};
