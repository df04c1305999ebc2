// A referee gives up the office in a game: what they have ruled stands, and a case that they have taken is free again.
import { send } from "../api.js";
import { button, h, modal } from "../ui.js";
import { forgetToken } from "../memory.js";

/** Folded away, because it is seldom wanted. `leave()` closes the page, whose token stops working; `again()` opens one without it. */
export function resigning(shell, source, number, { leave, again }) {
  const { t } = shell;
  const resign = async () => {
    if (!(await sure(t))) return;
    leave();
    await shell.attempt(async () => {
      await send("DELETE", `${source.path}/referees/${number}`, { token: source.token });
      forgetToken(source.id, `referee:${number}`);
    });
    await again();
  };
  return h("details", { class: "resigning" }, h("summary", {}, t("Resign as a referee of this game")), button(t("Resign as referee"), resign, { class: "btn small", "data-do": "resign" }));
}

async function sure(t) {
  const yes = button(t("Resign as referee"), () => yes.closest("dialog").close("yes"), { class: "btn primary", "data-do": "sure" });
  const consequence = h("p", {}, t("Your token becomes invalid at once. Your rulings stand, and a case that you have taken is free for another referee. You cannot come back under this number."));
  return (await modal(t("Resign as a referee of this game"), [consequence, yes], t("Cancel"))) === "yes";
}
