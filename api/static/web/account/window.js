// Forms in a window, whose troubles are said inside: the window covers the place where the page says them.
import { button, h, on } from "../ui.js";

/** {node, attempt(work)}: `attempt` says in `node` what went wrong, until the next attempt. */
export function troubles({ t }) {
  const node = h("div", { class: "trouble", role: "alert" });
  const tell = (problem) => {
    if (!problem.kind) console.error(problem);
    const title = t(problem.kind ? (problem.title ?? problem.kind) : "Something went wrong.");
    node.replaceChildren(h("strong", {}, title.replace(/\.?$/, ".")), " ", t(problem.message));
  };
  return { node, attempt: (work) => (node.replaceChildren(), work().catch(tell)) };
}

/**
 * Say in words of the page what a refusal means here: by kind of problem.
 * @template T
 * @param {() => Promise<T>} work
 * @param {Record<string, string>} messages
 * @returns {Promise<T>}
 */
export async function saying(work, messages) {
  try {
    return await work();
  } catch (problem) {
    if (messages[problem.kind]) problem.message = messages[problem.kind];
    throw problem;
  }
}

/** What may be wrong with a name that somebody wants. */
export const WRONG_NAME = {
  "gone-elsewhere": "It is taken, or looks like one that is.",
  malformed: "A name has 2 to 24 letters and digits, with single spaces, - or _ between them.",
};

/**
 * A form with one button that sends it; `work(data)` may fail, which is said in it.
 * @param {any} shell
 * @param {any} fields
 * @param {{label: string, work: (data: FormData) => Promise<any>, kind?: string, name: string}} action `name` is for `data-do`
 */
export function oneForm(shell, fields, { label, work, kind = "primary", name }) {
  const trouble = troubles(shell);
  const send = button(label, () => form.reportValidity() && trouble.attempt(() => work(new FormData(form))), { class: `btn ${kind}`, "data-do": name });
  const form = h("form", { class: "account-form" }, fields, trouble.node, h("div", { class: "bar" }, send));
  return on(form, "submit", (event) => {
    event.preventDefault();
    send.click();
  });
}

/** Close the window around a node. */
export const closeWindow = (node, value = "") => node.closest("dialog")?.close(value);

/** Fill the window around a node with something else. */
export function turnTo(node, title, ...content) {
  const box = node.closest("dialog");
  box.setAttribute("aria-label", title);
  box.querySelector("h2").textContent = title;
  node.replaceChildren(...content.flat().filter(Boolean));
  box.querySelector("[autofocus], input, .btn.primary")?.focus();
}
