// The moment in view, to send or to save: its picture, a link to it.
import { button, h } from "../ui.js";
import { pictureOf } from "../boardpicture.js";

/** For a public game: its picture at the version of `head`, `address` is the link to it. */
export function moment(t, id, { version, now: { doc } }, address) {
  const picture = (type) => pictureOf(t, id, version, type, { document_revision: doc.document_revision });
  const send = navigator.share && button(t("Send…"), () => navigator.share({ url: address, title: document.title }).catch(() => {}), { class: "btn primary", "data-do": "send" });
  return h("section", { class: "moment", "aria-label": t("Version {n}", { n: version }) }, [
    h("img", { src: picture("svg"), alt: t("Picture of this version"), width: 160, height: 100 }),
    h("div", { class: "row" }, send, h("a", { class: "btn", href: picture("png"), download: `kronika-${id.slice(0, 8)}-${version}.png`, "data-do": "save-picture" }, t("Save the picture"))),
  ]);
}
