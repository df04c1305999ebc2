// Hides results until they are requested, if this browser is set so.
import { remember, remembered } from "./memory.js";
import { drawing, path } from "./boards/parts/dom.js";
import { EYE } from "./icons.js";
import { button, h, show } from "./ui.js";
import { isOpen, namesOf } from "./standings.js";
import { titleOf } from "./rulesettitle.js";

const STRUCK = "M4 3l17 17-1.4 1.4L2.6 4.4z";

export const hidesResults = () => remembered("spoilers", "show") === "hide";

/** A result, or a button that reveals it. `what` is the button's label; an empty result stays empty. */
export function result(t, what, content) {
  if (!hidesResults() || !content) return content;
  const place = h("span", { class: "veiled" });
  const unveil = () => {
    place.replaceChildren(content);
    content.tabIndex = -1;
    content.focus(); // in place of the button
  };
  place.append(button(t(what), unveil, { class: "btn small quiet", "data-do": "unveil" }));
  return place;
}

/** The switch in the top bar. */
export function resultsSwitch(shell) {
  const { t } = shell;
  const node = button("", () => {
    remember("spoilers", hidesResults() ? "show" : "hide");
    return shell.open();
  }, { class: "btn quiet looks", id: "results", "aria-pressed": String(hidesResults()), "aria-label": t("Hide results"), title: t(hidesResults() ? "Results are hidden until you ask for them" : "Hide results") });
  show(node, [hidesResults()], drawing("0 0 24 24", { class: "eye" }, path(EYE), hidesResults() && path(STRUCK)));
  return node;
}

/** Games whose results were revealed since the page was loaded. */
const revealed = new Set();

/** Whether opening a finished game first shows a warning that it reveals the result. */
export const keepsEnd = (id, role, query) => role === "spectator" && !revealed.has(id) && (hidesResults() || query.get("spoilers") === "hide");

/** In place of the page of a finished game: its players, and both ways to open it. */
export function endKept(root, shell, { id, version, doc, ruleset }) {
  const { t, lang } = shell;
  const name = titleOf(ruleset, lang);
  const names = namesOf(t, doc.seats, doc.seats.map(({ seat }) => seat));
  const theme = document.documentElement.dataset.theme;
  const player = `/embed/games/${id}${version ? `/v/${version}` : ""}?${new URLSearchParams({ spoilers: "hide", lang, ...(theme ? { theme } : {}) })}`;
  const all = () => {
    revealed.add(id);
    const url = new URL(location.href);
    url.searchParams.delete("spoilers"); // the result is no longer hidden
    history.replaceState(null, "", url);
    return shell.open();
  };
  shell.title(`${name}: ${names}`);
  root.replaceChildren(h("section", { class: "card door", id: "end-kept" }, [
    h("h1", {}, name),
    h("p", {}, names),
    h("p", { class: "muted" }, t("This game is over, and its page would reveal how it ended.")),
    h("div", { class: "row" }, [
      isOpen(doc) && h("a", { class: "btn primary", href: player, "data-do": "watch" }, t("Watch without spoilers")),
      button(t("Show everything"), all, { class: "btn", "data-do": "show-all" }),
    ]),
    hidesResults() && h("p", { class: "muted" }, t("Results are hidden in this browser; the eye in the bar above shows them again.")),
  ]));
  return null;
}
