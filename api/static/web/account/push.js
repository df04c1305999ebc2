// Push messages: the system says that it is one's turn, also where no page is open. The switch for it on the account's page.
import { h, on } from "../ui.js";
import { attempt, card } from "./parts.js";
import { endPush, isPushed, offeredKey, subscribe } from "./pushing.js";

/** A card with a switch, where the service sends push messages and this browser receives them; otherwise empty. */
export function pushCard(shell) {
  const { t } = shell;
  const input = h("input", { type: "checkbox", name: "push", role: "switch" });
  const said = h("p", { class: "muted", role: "status" });
  const node = card(t, "push", "Notices of this device", "Your system says when it is your turn, also where no page is open.", h("label", { class: "switch" }, input, t("Notify me on this device")), said);
  node.hidden = true;
  let key = "";
  on(input, "change", () => attempt(shell, async () => {
    said.textContent = "";
    if (input.checked) await subscribe(key, shell.lang).catch(refused);
    else await endPush();
  }));
  function refused(problem) {
    input.checked = false;
    if (problem.kind) throw problem;
    said.textContent = t(Notification.permission === "denied" ? "This browser does not allow notices of this page: its settings do." : "This browser receives no push messages.");
  }
  const read = async () => {
    key = await offeredKey();
    node.hidden = key === "";
    input.checked = isPushed();
  };
  return { node, read };
}
