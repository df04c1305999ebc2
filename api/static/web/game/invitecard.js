// An invitation as a thing to hand over: its QR code, its link to copy, and the system's own way to share it.
import { button, h } from "../ui.js";
import { qrCode } from "../qr.js";
import { lineIcon } from "./icons.js";
import { linkLine } from "./links.js";

/** `about` says whom it seats; `title` and `text` are what the system's sheet sends beside the link. */
export function inviteCard(t, address, { about, title, text }) {
  const share = navigator.share && button([lineIcon("share"), t("Share")], () => shared({ title, text, url: address }), { class: "btn primary", "data-do": "share-invitation" });
  return h("div", { class: "invite-card" }, [
    h("div", { class: "qr-place" }, qrCode(address, t("QR code of the link"))),
    linkLine(t, t("Link"), address),
    share,
    h("p", { class: "muted" }, t(about)),
  ]);
}

/** Whoever closes the sheet has not failed. */
const shared = (what) => navigator.share(what).catch((problem) => (problem.name === "AbortError" ? null : Promise.reject(problem)));

/** The address of an invitation, signed as a letter is: nobody vouches for the name. */
export function signedLink(path, name) {
  const from = name && `from=${encodeURIComponent(name)}`;
  const joint = path.includes("#") ? "&" : "#";
  return location.origin + path + (from ? joint + from : "");
}
