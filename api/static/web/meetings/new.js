// A new meeting: its name.
import { post } from "../api.js";
import { button, field, h, on } from "../ui.js";
import { keepMeetingToken } from "./held.js";

export async function open(root, shell) {
  const { t } = shell;
  shell.title(t("New meeting"));
  const name = h("input", { name: "name", maxlength: 60, required: true, autocomplete: "off" });
  const create = () => form.reportValidity() && shell.attempt(async () => {
    const { id, organiser_token: token } = await post("/v1/meetings", { body: { name: name.value.trim() } });
    keepMeetingToken(id, name.value.trim(), "organiser", token);
    await shell.go(`/meetings/${id}`);
  });
  const form = h("form", { class: "card new-game", id: "new-meeting" }, [
    h("h1", {}, t("New meeting")),
    h("p", { class: "muted" }, t("Many tables with the same referees and one queue: a club evening, a convention, a championship.")),
    field(t("Name"), name),
    h("div", { class: "bar" }, button(t("Create the meeting"), create, { class: "btn primary", "data-do": "create-meeting" })),
  ]);
  on(form, "submit", (event) => {
    event.preventDefault();
    form.querySelector("[data-do=create-meeting]").click();
  });
  root.append(form);
  return null;
}
