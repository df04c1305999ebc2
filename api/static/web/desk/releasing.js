// Requesting the view of seats, with an explanation of what that means and who will see it.
import { field, h, on } from "../ui.js";
import { numbered } from "../standings.js";
import { deskForm, prose, valueOf } from "./forms.js";
import { inside } from "./inside.js";

/** A release of one seat is also read at once; of several, each is read when its referee first looks. */
export function releaseForm(shell, desk, { about }) {
  const { t } = shell;
  const { seats } = desk.people();
  const within = inside(desk.now().frames, about);
  const boxes = seats.map(({ seat }) => h("label", { class: "switch" }, [
    h("input", { type: "checkbox", name: "seat", value: seat }),
    h("span", {}, numbered(t, seats, seat)),
  ]));
  const chosen = () => [...form.querySelectorAll("[name=seat]:checked")].map(({ value }) => Number(value));
  const version = (name, value) => h("input", { type: "number", name, value, min: within.from, max: within.to, required: true });
  const form = deskForm({ title: t("See from the viewpoint of seats"), label: t("Ask for this; everybody will see it"), id: "release", primary: false }, [
    h("p", { class: "notice card" }, t("Everybody will see that you asked, and for which seats and versions. You will see what these seats still hold. Ask only if you cannot rule on the case without it; it ends with the ruling.")),
    h("fieldset", { class: "row" }, h("legend", {}, t("Seats")), boxes),
    prose(shell, "reason", t("Why it is needed"), t("The parties read it at once.")),
    h("details", {}, h("summary", {}, t("Versions {from} to {to}", within)), h("div", { class: "row" }, field(t("From version"), version("from", within.from)), field(t("To version"), version("to", within.to)))),
  ], () => desk.release({ seats: chosen(), from: Number(valueOf(form, "from")), to: Number(valueOf(form, "to")), reason: valueOf(form, "reason"), lang: shell.lang }));
  const [first] = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=seat]")]);
  const demand = () => first.setCustomValidity(chosen().length ? "" : t("Choose a seat."));
  demand();
  on(form, "change", demand);
  return h("details", { class: "release" }, h("summary", { "data-do": "open-release" }, t("See from the viewpoint of seats")), form);
}
