// A referee gives up the office in a game: what they have ruled stands, and a case that they have taken is free again.
import { send } from "../api.js";
import { button, h, modal } from "../ui.js";
import { forgetToken } from "../memory.js";

/** Folded away, because it is seldom wanted; `done()` is called afterwards. */
export function resigning(shell, source, number, done) {
  const { t } = shell;
  const resign = () => shell.attempt(async () => {
    if (!(await sure(t))) return;
    await send("DELETE", `${source.path}/referees/${number}`, { token: source.token });
    forgetToken(source.id, `referee:${number}`);
    await done();
  });
  return h("details", { class: "resigning" }, h("summary", {}, t("Resign as a referee of this game")), button(t("Resign"), resign, { class: "btn small", "data-do": "resign" }));
}

async function sure(t) {
  const yes = button(t("Resign"), () => yes.closest("dialog").close("yes"), { class: "btn primary", "data-do": "sure" });
  const consequence = h("p", {}, t("Your token becomes invalid at once. Your rulings stand, and a case that you have taken is free for another referee. You cannot come back under this number."));
  return (await modal(t("Resign as a referee of this game"), [consequence, yes], t("Cancel"))) === "yes";
}
