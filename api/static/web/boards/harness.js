// A development page for boards: mounts one with a captured state and logs the chosen actions.
// `?state=URL&ruleset=URL` (of this origin) or files chosen by hand; `&lang=pl`, `&theme=dark`. `open` shows another query.
import { speakable, translator } from "../i18n.js";
import { boardOf } from "./index.js";

const log = document.querySelector("#log");
const said = document.querySelector("#said");
const current = { query: new URLSearchParams(), state: null, rulesets: null, lang: "en", mounted: null };

const t = (english, values) => translator(current.lang)(english, values);

function note(action) {
  const entry = document.createElement("li");
  entry.textContent = JSON.stringify(action);
  log.append(entry);
}

const ctx = {
  act: async (action) => note(action),
  t,
  announce: (text) => (said.textContent = text),
};

async function show() {
  const { state, rulesets } = current;
  await speakable(current.lang);
  if (!state || !rulesets) return;
  const id = state.ruleset ?? Object.keys(rulesets).find((name) => current.query.get("state")?.includes(name));
  const { mount } = await boardOf(id);
  current.mounted?.destroy();
  current.mounted = mount(document.querySelector("#board"), ctx);
  current.mounted.update({ ...state, ruleset: rulesets[id], lang: current.lang });
  document.documentElement.dataset.ready = id;
}

async function read(address) {
  return (await fetch(new URL(address, location.href))).json();
}

function onFile(id, take) {
  document.querySelector(id).addEventListener("change", async (event) => {
    take(JSON.parse(await event.target.files[0].text()));
    await show();
  });
}

function onClick(id, change) {
  document.querySelector(id).addEventListener("click", () => {
    change();
    show();
  });
}

function theme(name) {
  document.documentElement.dataset.theme = name;
}

// As if the page were loaded anew, with nothing chosen yet.
function clear() {
  current.mounted?.destroy();
  current.mounted = null;
  document.querySelector("#board").replaceWith(Object.assign(document.createElement("main"), { id: "board" }));
  log.replaceChildren();
  said.textContent = "";
  for (const name of ["theme", "ready"]) delete document.documentElement.dataset[name];
}

export async function open(search) {
  const query = new URLSearchParams(search);
  clear();
  Object.assign(current, { query, lang: query.get("lang") ?? "en" });
  if (query.get("theme")) theme(query.get("theme"));
  if (!query.get("state")) return;
  current.state = await read(query.get("state"));
  current.rulesets = await read(query.get("ruleset"));
  await show();
}

onFile("#state", (state) => (current.state = state));
onFile("#ruleset", (rulesets) => (current.rulesets = rulesets));
onClick("#theme", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
onClick("#language", () => (current.lang = current.lang === "pl" ? "en" : "pl"));
await open(location.search);
