// Run in the page, once a decision: click at random on what the board offers until it posts an action. The board stays, with what it remembers.
async ({ board, state, seed, most, avoided }) => {
  const root = document.querySelector("#board");
  if (!window.leading) {
    const { mount } = await import(board);
    const ctx = { act: async (action) => (window.leading.done = action), t: (english) => english, announce() {}, chooseFrom: async (actions) => actions[0] };
    window.leading = { mounted: mount(root, ctx), done: null, seed };
  }
  const { leading } = window;
  const random = (n) => Math.floor(((leading.seed = (leading.seed * 48271) % 2147483647) / 2147483647) * n);
  leading.done = null;
  leading.mounted.update(state);
  for (let clicks = 0; clicks < most && !leading.done; clicks++) {
    const offered = [...root.querySelectorAll("button:not([disabled])")].filter((node) => !node.dataset.action?.includes(avoided));
    if (!offered.length) break;
    offered[random(offered.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await null;
  }
  return leading.done;
}
