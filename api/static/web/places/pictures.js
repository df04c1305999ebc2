// Boards as pictures: loaded a few at a time while they are in sight, and again when their game has moved on.
import { inLook, pathOf } from "../boardpicture.js";
import { h } from "../ui.js";

const AT_ONCE = 2;
/** A board that moves fast is drawn at most so often; one that could not be drawn is asked for again after a while. In milliseconds. */
const [CALM, AGAIN] = [2000, 4000];
const NEAR = "200px";
const SIZE = { width: 1600, height: 1000 };

/** The picture of a public game at its version, of what everybody may see. */
export const boardOf = ({ id, version }) => pathOf(id, version, "svg");

/** A board of a ruleset in the middle of a game. */
export const exampleOf = (ruleset) => `/v1/rulesets/${ruleset}/board.svg`;

/** {picture(), end()}: all boards of one page, in the language of its texts. */
export function pictures(lang) {
  const boards = new Map();
  let loading = 0;
  let timer;
  const watch = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) if (boards.has(target)) boards.get(target).inSight = isIntersecting;
    next();
  }, { rootMargin: NEAR });
  const addressOf = ({ path }) => path && inLook(path, lang);

  function next() {
    if (document.hidden) return;
    const due = [...boards.values()].filter((one) => one.inSight && !one.loading && addressOf(one) && addressOf(one) !== one.shown);
    const now = Date.now();
    for (const one of due.filter(({ rests }) => rests <= now).slice(0, AT_ONCE - loading)) void load(one);
    clearTimeout(timer);
    const resting = due.map(({ rests }) => rests).filter((until) => until > now);
    if (resting.length > 0) timer = setTimeout(next, Math.min(...resting) - now);
  }

  async function load(board) {
    const address = addressOf(board);
    loading += 1;
    board.loading = true;
    const image = h("img", { src: address, alt: "", decoding: "async", ...SIZE });
    const drawn = await image.decode().then(() => true, () => false);
    if (drawn) fade(board, image);
    Object.assign(board, { loading: false, rests: Date.now() + (drawn ? CALM : AGAIN), ...(drawn ? { shown: address } : {}) });
    loading -= 1;
    next();
  }

  /** {node, show(path), end()}: an empty box of the right size until its first picture is there; without a path it stays as it is. */
  function picture() {
    const board = { node: h("span", { class: "board-picture" }), path: null, shown: null, loading: false, inSight: false, rests: 0 };
    boards.set(board.node, board);
    watch.observe(board.node);
    return {
      node: board.node,
      show(path) {
        board.path = path;
        next();
      },
      end() {
        boards.delete(board.node);
        watch.unobserve(board.node);
      },
    };
  }

  const themes = new MutationObserver(next);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const darkness = matchMedia("(prefers-color-scheme: dark)");
  darkness.addEventListener("change", next);
  document.addEventListener("visibilitychange", next);
  return {
    picture,
    end() {
      clearTimeout(timer);
      boards.clear();
      [watch, themes].forEach((one) => one.disconnect());
      darkness.removeEventListener("change", next);
      document.removeEventListener("visibilitychange", next);
    },
  };
}

/** The new picture appears over the old one, which then goes. */
async function fade({ node }, image) {
  const before = [...node.children];
  node.append(image);
  await Promise.allSettled(image.getAnimations().map(({ finished }) => finished));
  before.forEach((one) => one.remove());
}
