// For the player of a seat that a bot plays: who plays it, and how to come back.
import { button, h, show } from "../ui.js";
import { isOver } from "../standings.js";
import { absences } from "./agreed.js";

/** {node, update(head, seat)}. `comeBack()` sends that the player is back. */
export function absentNotice(shell, source, comeBack) {
  const { t } = shell;
  const node = h("div", { class: "card notice absent", id: "absent", role: "status", hidden: true });
  const update = ({ now: { doc } }, seat) => {
    const found = seat === null ? undefined : absences(source.events).get(seat);
    node.hidden = !found?.bot || isOver(doc) || !doc.viewer.startsWith("seat:");
    if (node.hidden) return;
    const acts = doc.to_act.includes(seat);
    const why = reason(t, found, acts);
    show(node, [t.lang, why, found.left], [
      h("strong", {}, t("A bot plays for you.")),
      " ",
      h("span", {}, why || t("You may come back: {n} times.", { n: found.left })),
      " ",
      !why && button(t("Come back"), () => shell.attempt(comeBack), { class: "btn small primary", "data-do": "return" }),
    ]);
  };
  return { node, update };
}

function reason(t, { left, never }, acts) {
  if (never === "excluded") return t("A ruling has excluded you, so it plays to the end. In cases you may still read and speak.");
  if (never) return t("You resigned, so it plays to the end.");
  if (left === 0) return t("You have come back three times, so it plays to the end.");
  return acts ? t("You can come back as soon as it has made its move.") : "";
}
