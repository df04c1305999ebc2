// Addresses to copy: a game, a version of it, an invitation.
import { button, h, modal, on } from "../ui.js";
import { hasBegun, isOpen } from "../standings.js";
import { moment } from "./moment.js";

export function gameAddress(id, role, version) {
  const seen = version ? `/v/${version}` : "";
  const eyes = role ? `?seat=${role.replace("seat:", "")}` : "";
  return `/games/${id}${seen}${eyes}`;
}

/** "2" in an address means the viewpoint of seat 2. */
export function roleIn(query) {
  const viewpoint = query.get("seat");
  return viewpoint && /^\d+$/.test(viewpoint) ? `seat:${viewpoint}` : viewpoint;
}

/** `more`: further uses of links, shown below. */
export async function links(t, id, role, head, more) {
  const { version, doc } = head;
  const open = isOpen(doc);
  const seat = role.startsWith("seat:") ? role : null;
  const all = [
    [t("This game"), gameAddress(id)],
    [t("This version"), gameAddress(id, null, version)],
    [t("This version, seen from this seat"), seat && gameAddress(id, seat, version)],
    [t("From the beginning, without spoilers"), open && `/embed/games/${id}?spoilers=hide`],
    [t("Picture of this version"), open && `/v1/games/${id}/states/${version}.png`],
  ];
  const lines = all.filter(([, path]) => path).map(([label, path]) => linkLine(t, label, location.origin + path));
  const film = open && hasBegun(doc) && (await import("../film/panel.js")).filmPanel(t, id, head);
  const shown = film && moment(t, id, head, location.origin + gameAddress(id, null, version));
  const content = [shown, ...lines, open && frameLine(t, id, version), film && film.node, more];
  return modal(t("Link"), content.filter(Boolean), t("Close")).finally(() => film && film.end());
}

/** The code with which another site embeds the game. */
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

function keepingSpoilers(address) {
  if (new URLSearchParams(location.search).get("spoilers") !== "hide") return address;
  return `${address}${address.includes("?") ? "&" : "?"}spoilers=hide`;
}

/**
 * put(address): keeps the browser's address current, but not at every step of a fast scroll through a game, nor after `left`.
 * Hidden results stay hidden in it.
 */
export function addressBar(left) {
  let timer;
  const end = () => clearTimeout(timer);
  return {
    put(address) {
      end();
      timer = setTimeout(() => left() || history.replaceState(null, "", keepingSpoilers(address)), RARELY);
    },
    end,
  };
}
