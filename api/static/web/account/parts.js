// What the parts of the account's page have in common: cards, lists with a button each, questions.
import { ask, remove } from "./requests.js";
import { button, h, modal, show } from "../ui.js";
import { withPasskey } from "./passkeys.js";
import { ended } from "./session.js";
import { saying } from "./window.js";

/** A card with a heading and a sentence on what it is for. */
export function card(t, name, title, about, ...content) {
  return h("section", { class: "card account-card", id: `account-${name}`, "aria-label": t(title) }, [h("h2", {}, t(title)), about && h("p", { class: "muted" }, t(about)), content]);
}

/** Like the shell's, for requests of the session, which may have ended meanwhile: then the page opens for a guest. */
export function attempt(shell, work) {
  return shell.attempt(() => work().catch(async (problem) => {
    ended(shell, problem);
    await shell.open();
  }));
}

/** Whether it was confirmed. */
export async function sure(t, title, text, label) {
  const yes = button(t(label), () => yes.closest("dialog").close("yes"), { class: "btn primary", "data-do": "sure" });
  return (await modal(title, [h("p", {}, t(text)), h("div", { class: "bar" }, yes)], t("Cancel"))) === "yes";
}

/** One line: what it is, facts about it, what can be done with it. */
export function line(name, facts, ...tools) {
  return h("li", { class: "account-line" }, [
    h("div", { class: "account-what" }, h("strong", {}, name), h("small", { class: "muted" }, facts.filter(Boolean).join(" · "))),
    h("div", { class: "row" }, tools),
  ]);
}

/**
 * {node, read()}: a list of the service's, read again after each change; `row(one, again)` draws one, `empty` stands for none.
 * @param {any} shell
 * @param {string} path
 * @param {{of: string, row: (one: any, again: () => Promise<any>) => Element, empty?: string}} what
 */
export function list(shell, path, { of, row, empty }) {
  const { t } = shell;
  const node = h("ul", { class: "account-list" });
  const read = () => attempt(shell, async () => {
    const { [of]: rows } = await ask(path);
    show(node, [t.lang, rows], rows.length > 0 ? rows.map((one) => row(one, read)) : empty && h("li", { class: "muted" }, t(empty)));
  });
  return { node, read };
}

/**
 * A button that removes something of the account, after a question if there is one; `then()` follows.
 * @param {any} shell
 * @param {{label: string, path: string, name: string, ask?: {title: string, text: string, yes: string}, then: () => Promise<any>, passkey?: boolean, refusals?: Record<string, string>}} what
 */
export function remover(shell, { label, path, name, ask, then, passkey = true, refusals = {} }) {
  const { t } = shell;
  const work = () => saying(() => remove(path), refusals);
  const asked = async () => {
    if (ask && !(await sure(t, ask.title, ask.text, ask.yes))) return;
    await (passkey ? withPasskey(work) : work());
    await then();
  };
  return button(t(label), () => attempt(shell, asked), { class: "btn small quiet", "data-do": name });
}

/** "27 Nov 2026", in the page's language. */
export function day(time, lang) {
  return new Date(time).toLocaleDateString(lang === "en" ? "en-GB" : lang, { dateStyle: "medium" });
}
