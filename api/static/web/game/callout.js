// Alerts a player in another tab: the title says that it is their turn, and a notification if they allowed it.
import { button, h } from "../ui.js";
import { remember, remembered } from "../memory.js";

/** {node, update(head, seat)}: `node` is a button that asks once whether notifications are wanted. */
export function callout(shell, name) {
  const { t } = shell;
  const ask = button(t("Tell me when it is my turn"), async () => {
    remember("asked-to-notify", true);
    ask.hidden = true;
    await Notification.requestPermission();
  }, { class: "btn small quiet", id: "notify", hidden: true });
  const node = h("span", {}, ask);
  let called = false;

  function update({ now: { doc } }, seat) {
    if (!node.isConnected) return; // the page was left meanwhile, and the title belongs to another
    const plays = seat !== null && doc.viewer.startsWith("seat:"); // nobody waits for an analyst
    const mine = plays && doc.to_act.includes(seat);
    ask.hidden = !plays || doc.outcome !== null || remembered("asked-to-notify", false) || !mayAsk();
    shell.title(mine ? `● ${t("Your turn.").replace(/\.$/, "")} · ${name}` : name);
    if (mine && !called && document.hidden && "Notification" in window && Notification.permission === "granted") notify(t("Your turn."), name);
    called = mine;
  }
  return { node, update };
}

const mayAsk = () => "Notification" in window && Notification.permission === "default";

function notify(title, body) {
  try {
    const notification = new Notification(title, { body, tag: "kronika-turn" });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // mobile browsers do not offer the constructor
  }
}
