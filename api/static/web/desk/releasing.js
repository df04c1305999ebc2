// Requesting the view of seats, with an explanation of what that means and who will see it.
import { field, h } from "../ui.js";
import { seatName } from "../standings.js";
import { deskForm, prose, valueOf } from "./forms.js";

export function releaseForm(shell, desk, { about }) {
  const { t } = shell;
  const boxes = desk.people().seats.map(({ seat }) => h("label", { class: "switch" }, [
    h("input", { type: "checkbox", name: "seat", value: seat }),
    h("span", {}, `${seat}: ${seatName(t, desk.people().seats, seat)}`),
  ]));
  const version = (name, value) => h("input", { type: "number", name, value, min: about.from, max: about.to, required: true });
  const form = deskForm({ title: t("See from the viewpoint of seats"), label: t("Ask for this; everybody will see it"), id: "release", primary: false }, [
    h("p", { class: "notice card" }, t("Everybody will see that you asked, and for which seats and versions. You will see what these seats still hold. Ask only if you cannot rule on the case without it; it ends with the ruling.")),
    h("fieldset", { class: "row" }, h("legend", {}, t("Seats")), boxes),
    h("div", { class: "row" }, field(t("From version"), version("from", about.from)), field(t("To version"), version("to", about.to))),
    prose(shell, "reason", t("Why it is needed")),
  ], () => {
    const seats = [...form.querySelectorAll("[name=seat]:checked")].map(({ value }) => Number(value));
    return desk.referee("/releases", { seats, from: Number(valueOf(form, "from")), to: Number(valueOf(form, "to")), reason: valueOf(form, "reason"), lang: shell.lang });
  });
  return h("details", { class: "release" }, h("summary", { "data-do": "open-release" }, t("See from the viewpoint of seats")), form);
}
