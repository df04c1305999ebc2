// The analyses that the signed-in account made; this browser opens those whose tokens it holds.
import { ask } from "../account/requests.js";
import { me } from "../account/me.js";
import { ended } from "../account/session.js";
import { gameAddress } from "../game/links.js";
import { tokensOf } from "../memory.js";
import { rulesetName } from "../standings.js";
import { button, h, pageLink, show } from "../ui.js";

const PAGE = 20;

/** {node, read()}: the newest first, and a button for the older ones. */
export function studies(shell, rulesets) {
  const { t } = shell;
  const node = h("section", { class: "my-group", id: "studies", "aria-label": t("Analyses of your account"), hidden: true });
  const page = (next) => ask(`/v1/me/studies?limit=${PAGE}${next ? `&cursor=${encodeURIComponent(next)}` : ""}`);
  let listed = [];

  async function read(next = "") {
    const found = me() && (await page(next).catch((problem) => ended(shell, problem)));
    listed = [...(next ? listed : []), ...(found?.studies ?? [])];
    node.hidden = listed.length === 0;
    show(node, [t.lang, listed, found?.next], [
      h("h2", {}, t("Analyses of your account")),
      h("ul", {}, listed.map((study) => h("li", { "data-study": study.id }, line(shell, rulesets, study)))),
      found?.next && button(t("More analyses"), () => shell.attempt(() => read(found.next)), { class: "btn quiet" }),
    ]);
  }
  return { node, read: () => read() };
}

function line({ t, lang }, rulesets, { id, title, ruleset, created_at, notes }) {
  const name = title || t("Analysis without a title");
  const held = "analyst" in tokensOf(id);
  const about = [rulesetName(rulesets, ruleset, lang), new Date(created_at).toLocaleDateString(lang), t("{n} notes", { n: notes })];
  return [
    held ? pageLink(gameAddress(id, "analyst"), name) : h("span", {}, name),
    " ",
    h("small", { class: "muted" }, [...about, !held && t("opens in the browser that made it")].filter(Boolean).join(" · ")),
  ];
}
