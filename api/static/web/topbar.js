// The top bar of every page: location, language, theme.
import { button, h, on, pageLink, select } from "./ui.js";
import { remember, remembered } from "./memory.js";
import { LANGUAGES } from "./i18n.js";
import { entrance } from "./account/entrance.js";
import { resultsSwitch } from "./spoilers.js";

const NEXT = { auto: "dark", dark: "light", light: "auto" };
const SIGNS = { auto: "◐", dark: "☾", light: "☀" };
const NAMES = { auto: "Theme: as the system", dark: "Theme: dark", light: "Theme: light" };

const LINKS = [["/", "Play"], ["/tables", "Tables"], ["/my", "My games"], ["/rules", "Learn"], ["/tournaments", "Tournaments"], ["/desk", "Disputes"]];

export function topBar(bar, shell) {
  const { t } = shell;
  dress();
  bar.replaceChildren(
    h("a", { class: "skip", href: "#page" }, t("Skip to the page")),
    pageLink("/", [h("img", { src: new URL("../icon.svg", import.meta.url).href, alt: "", width: 26, height: 26 }), h("span", {}, "Kronika")], { class: "brand" }),
    menu(t),
    h("nav", { id: "pages", "aria-label": t("Pages") }, LINKS.map(([href, label]) => navLink(href, t(label)))),
    h("div", { class: "tools" }, [languages(shell), resultsSwitch(shell), looks(t), entrance(shell)]),
  );
}

/** On a narrow screen a menu button opens the links. */
function menu(t) {
  const node = button("☰", () => {
    const open = node.getAttribute("aria-expanded") !== "true";
    node.setAttribute("aria-expanded", String(open));
  }, { class: "btn quiet menu", "aria-label": t("Menu"), "aria-expanded": "false", "aria-controls": "pages" });
  return node;
}

function navLink(href, label) {
  return pageLink(href, label, { "aria-current": location.pathname === href && "page" });
}

function languages(shell) {
  const choice = select("lang", Object.entries(LANGUAGES), shell.lang);
  choice.setAttribute("aria-label", shell.t("Language"));
  return on(choice, "change", () => shell.speak(choice.value));
}

function looks(t) {
  const node = button(SIGNS[chosen()], () => {
    remember("theme", NEXT[chosen()]);
    dress();
    node.textContent = SIGNS[chosen()];
    tell();
  }, { class: "btn quiet looks" });
  const tell = () => {
    node.setAttribute("aria-label", t(NAMES[chosen()]));
    node.title = t(NAMES[chosen()]);
  };
  tell();
  return node;
}

const chosen = () => remembered("theme", "auto");

function dress() {
  const root = document.documentElement;
  if (chosen() === "auto") delete root.dataset.theme;
  else root.dataset.theme = chosen();
}
