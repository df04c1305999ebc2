// Sharing an analysis: a link for watching it, created for one version; all links can be revoked at once.
import { send } from "../api.js";
import { button, h, show } from "../ui.js";
import { linkLine } from "./links.js";

/** For an analyst: {node}, in the window of links. */
export function sharing(shell, source, version) {
  const { t } = shell;
  const links = h("div", {});
  const open = h("div", { class: "row" });
  const path = `${source.path}/shares`;
  const ask = (method, rest = "", body = undefined) => send(method, path + rest, { token: source.token, body });

  async function share() {
    const { url } = await ask("POST", "", { version });
    links.append(linkLine(t, t("For others, to watch"), location.origin + url));
    await read();
  }

  async function revoke(shares) {
    for (const { share: id } of shares) await ask("DELETE", `/${id}`);
    links.replaceChildren();
    await read();
  }

  async function read() {
    const { shares } = await source.shares();
    show(open, [shares], shares.length > 0 && [
      h("span", {}, t("Links that others may hold: {n}", { n: shares.length })),
      button(t("Revoke them"), () => shell.attempt(() => revoke(shares)), { class: "btn small quiet", "data-do": "unshare" }),
    ]);
  }

  void shell.attempt(read);
  const make = button(t("Share this version with others"), () => shell.attempt(share), { class: "btn small", "data-do": "share" });
  const about = h("p", { class: "muted" }, t("Anybody with the link sees the whole analysis with its notes, but can change nothing."));
  return h("section", { "aria-label": t("Sharing") }, about, make, links, open);
}
