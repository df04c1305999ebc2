// Addresses to be copied: a game, a version of it, an invitation.
import { button, h, modal, on } from "../ui.js";

export function gameAddress(id, role, version) {
  const seen = version ? `/v/${version}` : "";
  const eyes = role ? `?seat=${role.replace("seat:", "")}` : "";
  return `/games/${id}${seen}${eyes}`;
}

/** `more` stands below: what else can be done with links. */
export function links(t, id, role, { version }, more) {
  const seat = role.startsWith("seat:") ? role : null;
  const all = [
    [t("This game"), gameAddress(id)],
    [t("This version"), gameAddress(id, null, version)],
    [t("This version, seen from this seat"), seat && gameAddress(id, seat, version)],
  ];
  return modal(t("Link"), all.filter(([, path]) => path).map(([label, path]) => linkLine(t, label, location.origin + path)).concat(more || []), t("Close"));
}

export function linkLine(t, label, address) {
  const input = h("input", { readonly: true, value: address, class: "wide" });
  on(input, "focus", () => input.select());
  const copy = button(t("Copy"), async (node) => {
    input.select();
    await navigator.clipboard?.writeText(address);
    node.textContent = t("Copied");
  }, { class: "btn small" });
  return h("label", { class: "field link-line" }, h("span", { class: "field-name" }, label), h("span", { class: "row" }, input, copy));
}

const RARELY = 200;

/** put(address): keeps the browser's address true, but not at every step of somebody who runs through a game. */
export function addressBar() {
  let timer;
  const end = () => clearTimeout(timer);
  return {
    put(address) {
      end();
      timer = setTimeout(() => history.replaceState(null, "", address), RARELY);
    },
    end,
  };
}
