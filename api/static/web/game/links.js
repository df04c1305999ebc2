// Addresses to be copied: a game, a version of it, an invitation.
import { button, h, modal, on } from "../ui.js";

export function gameAddress(id, role, version) {
  const seen = version ? `/v/${version}` : "";
  const eyes = role ? `?seat=${role.replace("seat:", "")}` : "";
  return `/games/${id}${seen}${eyes}`;
}

/** `more` stands below: what else can be done with links. */
export async function links(t, id, role, head, more) {
  const { version, doc } = head;
  const open = doc.visibility === "public" && !doc.forked;
  const seat = role.startsWith("seat:") ? role : null;
  const all = [
    [t("This game"), gameAddress(id)],
    [t("This version"), gameAddress(id, null, version)],
    [t("This version, seen from this seat"), seat && gameAddress(id, seat, version)],
    [t("From the beginning, without spoilers"), open && `/embed/games/${id}?spoilers=hide`],
    [t("Picture of this version"), open && `/v1/games/${id}/states/${version}.png`],
  ];
  const lines = all.filter(([, path]) => path).map(([label, path]) => linkLine(t, label, location.origin + path));
  const film = open && Object.keys(doc.view).length > 0 && (await import("../film/panel.js")).filmPanel(t, id, head);
  const content = [...lines, open && frameLine(t, id, version), film && film.node, more];
  return modal(t("Link"), content.filter(Boolean), t("Close")).finally(() => film && film.end());
}

/** What another site puts into its page to show the game there. */
function frameLine(t, id, version) {
  const source = `${location.origin}/embed${gameAddress(id, null, version)}`;
  return linkLine(t, t("For another site's page (HTML)"), `<iframe src="${source}" width="800" height="600" allowfullscreen></iframe>`);
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
