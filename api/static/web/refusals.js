// Shows a refusal with the rule behind it, its clause and its source.
import { button, h } from "./ui.js";
import { NotLoaded, Unreachable, watchLine } from "./connection.js";
import { clauseParts } from "./game/clauses.js";

const SECONDS = 12;
/** Repeated refusals are shown once. */
const ONCE = [Unreachable, NotLoaded];

/** With `more`, such as a button, it stays until it is closed. `problem.message` of the page's own problems is English and is translated here. */
export function refusal(place, t, problem, clauses, more) {
  if (ONCE.some((kind) => problem instanceof kind) && place.querySelector(`[data-kind=${problem.kind}]`)) return;
  if (problem instanceof Unreachable) return unreachable(place, t);
  const clause = clauses?.find(({ id }) => id === problem.rule);
  const box = h("div", { class: "alert", "data-kind": problem.kind || "error", "data-rule": problem.rule }, [
    h("strong", {}, heading(t, problem)),
    h("p", {}, t(problem.message)),
    clause && h("blockquote", {}, [h("code", {}, clause.id), " ", clauseParts({ t, lang: t.lang }, clause)]),
    more,
    button("×", () => box.remove(), { class: "btn quiet", "aria-label": t("Close") }),
  ]);
  place.append(box);
  while (place.children.length > 3) place.firstChild.remove();
  if (!more) setTimeout(() => box.remove(), SECONDS * 1000);
  if (!problem.kind) console.error(problem);
}

function heading(t, problem) {
  return problem.kind ? t(problem.title ?? problem.kind) : t("Something went wrong.");
}

/** Shown until it no longer applies. */
function unreachable(place, t) {
  const box = h("div", { class: "alert", "data-kind": "unreachable" }, [
    h("strong", {}, t("The service cannot be reached.")),
    h("p", {}, t("There was no response. Try again when the connection is back.")),
  ]);
  place.append(box);
  const end = watchLine(({ kind }) => {
    if (kind !== "live") return;
    box.remove();
    end();
  });
}
