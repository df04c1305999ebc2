// The bundle of a case: saved as one file, or checked here, with the verdict on who could have chosen the draws, and the account.
import { getBytes } from "../api.js";
import { verifyBundle } from "../audit/bundle.js";
import { checkLine } from "../trust/panel.js";
import { accountWords, verdictWords } from "../audit/verdict.js";
import { button, h } from "../ui.js";
import { section } from "./texts.js";

/** What is judged elsewhere. */
const BEYOND = "Not judged here: whether everybody at the referee's desk was allowed to act then (the standalone verifier judges it too), and the assessment, explanations, clauses and sentences, which need the rules (B3). kronika verify checks both.";

export function bundlePart(shell, source, dispute) {
  const { t } = shell;
  const result = h("div", { class: "bundle-result", id: "bundle-result", role: "status" });
  const read = () => getBytes(`${source.path}/disputes/${dispute}/bundle`, { token: source.token, accept: "application/zip" });
  const check = () => shell.attempt(async () => show(t, result, await verifyBundle(await read())));
  const save = () => shell.attempt(async () => saveAs(await read(), `kronika-case-${dispute}.zip`));
  return section(t("The bundle"), { id: "bundle" }, [
    h("p", { class: "muted" }, t("One file with everything about this case, signed by the game's key: the log, texts, timeline and clauses. Anybody can check it without this service.")),
    h("div", { class: "row" }, [
      button(t("Save the bundle"), save, { class: "btn small", "data-do": "save-bundle" }),
      button(t("Check it in this browser"), check, { class: "btn small", "data-do": "check-bundle" }),
    ]),
    result,
  ]);
}

function show(t, place, { ok, checks, audit, verdict: found }) {
  place.dataset.ok = String(ok);
  const verdict = found ? verdictWords(audit, []).map(([text, values]) => t(text, values)) : [];
  const account = found ? accountWords(t, audit.sentences) : [];
  place.replaceChildren(
    h("p", {}, h("strong", {}, t(ok ? "The bundle is valid." : "The bundle is not valid."))),
    h("ul", { class: "checks" }, checks.map((one) => checkLine(t, one))),
    h("p", { class: "muted" }, t(BEYOND)),
    ...[...verdict, ...account].map((text) => h("p", {}, text)),
  );
}

function saveAs(bytes, name) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
