// The public games under a name. A name is not a person: anybody may use any name.
import { button, field, h, on } from "../ui.js";
import { get } from "../api.js";
import { loadStyle } from "../boards/parts/dom.js";
import { playerAddress } from "./addresses.js";
import { gameRow } from "./gamerow.js";

export async function open(root, shell, { query }) {
  const { t } = shell;
  const name = (query.get("name") ?? "").trim();
  shell.title(name ? t("Games of {name}", { name }) : t("Players"));
  const [rulesets] = await Promise.all([shell.rulesets.all(), loadStyle("../places/places.css")]);
  root.append(h("div", { class: "places-head" }, [
    h("h1", {}, name ? t("Games of {name}", { name }) : t("Players")),
    h("p", { class: "muted" }, t("Public games in which somebody played under this name. A name is not a person: anybody may use it.")),
    searchForm(shell, name),
  ]));
  if (!name) return null;
  const list = h("ul", { class: "games", id: "player-games" });
  const empty = h("p", { class: "muted", role: "status" });
  const model = { next: "" };
  const more = button(t("More games"), () => shell.attempt(() => add()), { class: "btn quiet" });
  async function add() {
    const params = new URLSearchParams({ player: name, limit: "20", ...(model.next ? { cursor: model.next } : {}) });
    const page = await get(`/v1/games?${params}`);
    list.append(...page.games.map((doc) => gameRow(shell, rulesets, { id: doc.id, doc, role: "spectator" })));
    model.next = page.next;
    more.hidden = page.next === null;
    empty.textContent = list.childElementCount ? "" : t("There is no public game under this name.");
  }
  await add();
  root.append(list, empty, more);
  return null;
}

function searchForm(shell, name) {
  const { t } = shell;
  const input = h("input", { name: "name", type: "search", value: name, maxlength: 60, required: true });
  const form = h("form", { class: "row player-search" }, [field(t("Name"), input), h("button", { class: "btn" }, t("Search"))]);
  return on(form, "submit", (event) => {
    event.preventDefault();
    void shell.go(playerAddress(input.value.trim()));
  });
}
