// Run in the page: click through everything that a board offers in one state.
// Answers which actions can be done by clicks, and what is wrong: texts without Polish, elements without a name, codes where things should be.
async ({ board, state, mostStates }) => {
  const { mount } = await import(board);
  const { speakable, translator } = await import("/i18n.js");
  const polish = translator(await speakable("pl"));
  const root = document.querySelector("#board");
  const untranslated = new Set();
  const nameless = new Set();
  const coded = new Set();
  // What the log calls fields, spaces, hiding places, cards and sticks; on a board that stands as a coordinate or in a corner only.
  const CODE = /\b([A-Z][1-9]|[a-p]\d{1,2}|[NEW][abc]|[a-z]+-[\dN])\b/;
  const seenOn = (node) => (node.matches(".kb-act") ? node.innerText : "");
  const done = [];
  let mounted = null;

  const t = (english, values = {}) => {
    if (polish(english) === english) untranslated.add(english);
    return english.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  };
  const read = (words, name) => (name in words || untranslated.add(name), words[name]);
  state.ruleset.words = new Proxy(state.ruleset.words, { get: read });
  const ctx = { act: async (action) => done.push(JSON.stringify(action)), t, announce() {}, chooseFrom: async (actions) => actions[0] };

  const buttons = () => [...root.querySelectorAll("button")];
  const click = (key) => buttons().find((node) => node.dataset.pick === key).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  // What neither adds to the picks nor changes the view takes picks back, and so leads to where we have been.
  const leadsOn = (node) => node.classList.contains("fits") || (node.ariaPressed === null && node.dataset.pick !== "clear");
  const open = (steps) => {
    mounted?.destroy();
    mounted = mount(root, ctx);
    mounted.update(state);
    steps.forEach(click);
  };
  const looks = () => buttons().map((node) => [node.dataset.pick, node.getAttribute("aria-pressed"), node.className.baseVal ?? node.className, node.dataset.action]).join("|") + root.textContent;

  const seen = new Set();
  const reached = new Set();
  const queue = [[]];
  while (queue.length && seen.size < mostStates) {
    const steps = queue.shift();
    open(steps);
    if (seen.has(looks())) continue;
    seen.add(looks());
    for (const node of buttons()) if (CODE.test(seenOn(node))) coded.add(seenOn(node));
    for (const node of buttons()) if (!(node.getAttribute("aria-label") || node.textContent).trim()) nameless.add(node.dataset.pick);
    const picked = buttons().some((node) => node.ariaPressed === "true");
    const offered = buttons().map((node) => ({ key: node.dataset.pick, action: node.dataset.action, onward: !picked || leadsOn(node) }));
    for (const { key, action, onward } of offered) {
      if (!action && onward) queue.push([...steps, key]);
      else if (action && !reached.has(action)) {
        open(steps);
        click(key);
        if (done.at(-1) === action) reached.add(action);
      }
    }
  }
  mounted.destroy();
  return { reached: [...reached], untranslated: [...untranslated], nameless: [...nameless], coded: [...coded], unexplored: queue.length };
}
