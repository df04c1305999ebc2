// A development page for boards: mounts one with a captured state and logs the chosen actions.
// `?state=URL&ruleset=URL` (of this origin) or files chosen by hand; `&lang=pl`, `&theme=dark`.
import { speakable, translator } from "../i18n.js";
import { boardOf } from "./index.js";

const asked = new URLSearchParams(location.search);
const log = document.querySelector("#log");
const said = document.querySelector("#said");
const shown = { state: null, rulesets: null, lang: asked.get("lang") ?? "en", mounted: null };

const t = (english, values) => translator(shown.lang)(english, values);

function note(action) {
  const entry = document.createElement("li");
  entry.textContent = JSON.stringify(action);
  log.append(entry);
}

const ctx = {
  act: async (action) => note(action),
  t,
  announce: (text) => (said.textContent = text),
  chooseFrom: async (actions) => actions[0],
};

async function show() {
  const { state, rulesets } = shown;
  await speakable(shown.lang);
  if (!state || !rulesets) return;
  const id = state.ruleset ?? Object.keys(rulesets).find((name) => asked.get("state")?.includes(name));
  const { mount } = await boardOf(id);
  shown.mounted?.destroy();
  shown.mounted = mount(document.querySelector("#board"), ctx);
  shown.mounted.update({ ...state, ruleset: rulesets[id], lang: shown.lang });
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

onFile("#state", (state) => (shown.state = state));
onFile("#ruleset", (rulesets) => (shown.rulesets = rulesets));
onClick("#theme", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
onClick("#language", () => (shown.lang = shown.lang === "pl" ? "en" : "pl"));
if (asked.get("theme")) theme(asked.get("theme"));
if (asked.get("state")) {
  shown.state = await read(asked.get("state"));
  shown.rulesets = await read(asked.get("ruleset"));
  await show();
}
