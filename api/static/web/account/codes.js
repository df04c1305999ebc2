// Recovery codes, shown once: to copy, to save, to print.
import { button, h } from "../ui.js";
import { closeWindow } from "./window.js";

const SHOWN = 4;

/** In groups of four, as people copy them. */
const grouped = (code) => code.replaceAll("-", "").match(new RegExp(`.{1,${SHOWN}}`, "g")).join("-");

export function recoveryCodes({ t }, name, codes) {
  const shown = codes.map(grouped);
  const text = [t("Recovery codes of {name}, {host}", { name, host: location.host }), "", ...shown, ""].join("\n");
  const copy = button(t("Copy"), async (node) => {
    await navigator.clipboard.writeText(text);
    node.textContent = t("Copied");
  }, { class: "btn", "data-do": "copy-codes" });
  const save = button(t("Save as a file"), () => saveText(`kronika-${name}.txt`, text), { class: "btn", "data-do": "save-codes" });
  const done = button(t("I have stored them"), () => closeWindow(done, "done"), { class: "btn primary", "data-do": "codes-stored" });
  return [
    h("p", { tabindex: -1, autofocus: true }, t("If you lose all your devices, one of these codes lets you in again. Each works once. They are shown only now: store them where you find them without this device.")),
    h("ol", { class: "codes" }, shown.map((code) => h("li", {}, h("code", {}, code)))),
    h("div", { class: "bar" }, [done, copy, save]),
  ];
}

export function saveText(name, content) {
  const url = URL.createObjectURL(new Blob([content]));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
