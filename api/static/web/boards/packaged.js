// The board that a package ships: when it fails, the plain board takes its place, with a notice.
import { h, listen } from "./parts/dom.js";
import { mount as plain } from "./plain.js";

/**
 * @param {string} id the ruleset
 * @returns {Promise<import("./index.js").Board>}
 */
export async function packagedBoard(id) {
  const own = await import(`../packages/${id}/index.js`).catch((error) => ({ mount: () => { throw error; } }));
  return { mount: (root, ctx) => new Guarded(`/packages/${id}/`, own.mount, root, ctx) };
}

const EVENTS = ["error", "unhandledrejection"];

/** Also errors in its handlers and animations count, which nobody here calls: their stack names its script. */
class Guarded {
  constructor(script, mount, root, ctx) {
    this.root = root;
    this.ctx = ctx;
    this.state = null;
    this.failed = false;
    const heard = (event) => (event.error ?? event.reason)?.stack?.includes(script) && this.#fail(event.error ?? event.reason);
    this.unhear = listen(window, EVENTS, heard);
    this.#attempt(() => (this.board = mount(root, ctx)));
  }

  update(state) {
    this.state = state;
    this.#attempt(() => this.board.update(state));
  }

  point(pointer) {
    this.#attempt(() => this.board.point(pointer));
  }

  draw = (arrows) => this.#attempt(() => this.board.draw(arrows));

  destroy() {
    this.#attempt(() => this.board.destroy());
    this.unhear();
  }

  #attempt(run) {
    if (this.failed) return run();
    try {
      run();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error) {
    if (this.failed) return;
    this.failed = true;
    console.error(error);
    try {
      this.board?.destroy();
    } catch {
      // it has failed already
    }
    const notice = h("p", { class: "kb-wait", role: "status" }, this.ctx.t("This game's own board does not work here, so the plain one is shown."));
    this.root.replaceChildren(notice);
    this.board = plain(this.root, this.ctx);
    if (this.state) this.board.update(this.state);
  }
}
