// The proof beside the board: the checks of this browser, and the log entry of the current version.
import { button, h, show } from "../ui.js";
import { arrived } from "../connection.js";
import { claimsOf, headOf, keepBreach, keepHead } from "./store.js";
import { cosignedWords } from "./cosigned.js";
import { compareLog } from "./servicelog.js";
import { OTHER_LOG, ownSeats, recordBreach } from "./watch.js";
import { hex } from "../audit/bytes.js";
import { readNote } from "../audit/note.js";
import { FAILED, MISSING, PASSED } from "../audit/report.js";
import { ANOTHER } from "../audit/continuity.js";
import { accountWords, verdictWords } from "../audit/verdict.js";

const TITLES = {
  container: "The bundle has its one valid encoding",
  manifest: "The game's key signed these files",
  texts: "The texts match the hashes in the log",
  case: "The case is what the log has of it",
  timeline: "The timeline is what the log has of it",
  names: "Every seat and every referee has a name, or none",
  form: "The log reads",
  log: "The log is the one that the checkpoint signs",
  signature: "The checkpoint is signed",
  older: "Nothing was rewritten since this browser last looked",
  logged: "The game is in the service's log",
  values: "Hidden values are those committed",
  seats: "Seats with a key signed what they did",
  draws: "Dice and shuffles follow from keys committed before the game",
  clocks: "Clocks ran, stopped and ran out as the log says",
  shown: "What is shown here is what the log says",
};
const DATE = /** @type {const} */ ({ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const SIGNS = { [PASSED]: "✓", [FAILED]: "✗", [MISSING]: "○" };

/** Which code decided, as entry 0 says it of a game whose ruleset comes from a package. */
const packageWords = (t, from) => (from ? t("The rules come from the package {name} {version}; the hash of its code is {hash}.", from) : "");

/** {badge, node, update(head), check()}; `alarm()` is called if the log is not the one that this browser has seen. */
export function proof(shell, source, id, openPanel, alarm) {
  const { t } = shell;
  const state = { report: null, running: null, last: null, version: 0, imported: false };
  const badge = button("", openPanel, { class: "badge", id: "badge" });
  const summary = h("p", { class: "proof-summary" });
  const list = h("ul", { class: "checks", id: "checks" });
  const entry = h("div", { class: "entry" });
  const again = button(t("Check now"), () => check(), { class: "btn small", id: "check" });
  const verdict = h("section", { class: "verdict", id: "verdict", "aria-label": t("Who could have chosen") });
  const cosigned = h("div", { id: "cosigned" });
  const origin = h("p", { class: "package" });
  const node = h("div", { class: "proof" }, [h("div", { class: "bar" }, summary, again), origin, verdict, list, cosigned, entry]);

  function render() {
    const badgeState = badgeOf(t, state);
    badge.dataset.state = badgeState.state;
    badge.textContent = badgeState.text;
    badge.dataset.read = state.report?.read ?? 0;
    badge.setAttribute("aria-label", t("Proof: {text}", { text: badgeState.text }));
    summary.textContent = badgeState.sentence;
    origin.textContent = packageWords(t, state.report?.file?.entries[0].d.package);
    origin.hidden = !origin.textContent;
    show(list, [shell.lang, state.report?.checks], (state.report?.checks ?? []).map((one) => checkLine(t, one)));
    show(verdict, [shell.lang, state.report?.verdict, state.report?.started], sentences(t, id, state.report));
    show(entry, [shell.lang, state.version, state.report?.size], entryOf(t, state));
  }

  async function run() {
    render();
    try {
      const older = headOf(id); // read before the request, so that it cannot be the longer one
      const audit = await source.file.whole(unlogged(state.report));
      const kept = state.imported ? null : await compareLog(audit, (problem) => recordBreach(id, problem));
      if (kept === ANOTHER) alarm();
      const { verify } = await arrived(import("../audit/check.js")); // a page shows its game first
      state.report = await verify(audit, { older, kept, events: [...source.events], before: state.report?.ok ? state.report.file : null });
      if (keepSeen(id, older, audit.checkpoint, state.report)) alarm();
    } finally {
      state.running = null;
      render();
    }
  }

  function check() {
    state.running ??= run();
    return shell.attempt(() => state.running);
  }

  const update = (head) => {
    state.version = head.version;
    state.last = head.now.doc.version;
    state.imported = Boolean(head.now.doc.imported);
    const words = cosignedWords(head.now.doc);
    show(cosigned, [shell.lang, words], words.map(([text, values]) => h("p", { class: "muted" }, t(text, dated(t, values)))));
    render();
  };
  return { badge, node, update, check, stale: () => !state.running && state.report?.size !== state.last };
}

/**
 * Store the checked head, unless another one was stored meanwhile, with which it was not compared. Returns true if it
 * does not continue the older one; then both are stored.
 */
function keepSeen(id, older, note, { ok, size, checks }) {
  const rewritten = older && checks.some(({ name, status }) => name === "older" && status === FAILED);
  if (rewritten) keepBreach(id, { why: OTHER_LOG, kept: older, shown: note });
  else if (ok && size && headOf(id) === older && (!older || readNote(older).size < size)) keepHead(id, note);
  return rewritten;
}

/** Who could have chosen the draws; for a player with an own seed, whether it is in the mix; and the account. */
function sentences(t, id, report) {
  if (report?.lacking) return [h("p", {}, t("There is no verdict: {why}.", { why: t(...report.lacking) }))];
  if (!report?.verdict) return [];
  const mixed = (seat) => report.file.seeds.some((one) => one.seat === seat && one.seed === claimsOf(id)[seat].seed);
  const own = report.started ? ownSeats(id).map((seat) => ({ seat, mixed: mixed(seat) })) : [];
  const verdict = verdictWords(report, own).map(([text, values]) => t(text, values));
  return [...verdict, ...accountWords(t, report.sentences)].map((text) => h("p", {}, text));
}

function badgeOf(t, { report, running, last }) {
  if (running) return { state: "busy", text: `… ${t("checking")}`, sentence: t("Reading the log and recomputing it…") };
  if (!report) return { state: "none", text: `○ ${t("unchecked")}`, sentence: t("Not checked yet.") };
  if (!report.ok) return { state: "bad", text: `✗ ${t("does not hold")}`, sentence: t("Something is wrong: see below.") };
  if (!report.size) return { state: "none", text: `○ ${t("cannot check")}`, sentence: t(report.checks[0].message) };
  if (report.lacking) return { state: "none", text: `○ ${t("cannot check")}`, sentence: t(...report.lacking) };
  const behind = report.size < last ? t(" (now there are {n})", { n: last }) : "";
  return { state: "good", text: `✓ ${t("checked")} ${report.size}`, sentence: t("{n} entries checked in this browser", { n: report.size }) + behind };
}

/** Whether the service's log may tell more by now: it is told of an entry a moment after it. */
const unlogged = (report) => Boolean(report?.checks.some(({ name, status }) => name === "logged" && status === MISSING));

/** `at`, a time, as a date. */
const dated = (t, values) => (values?.at === undefined ? values : { ...values, at: new Date(values.at).toLocaleDateString(t.lang === "en" ? "en-GB" : t.lang, DATE) });

/** One check as a list item. */
export function checkLine(t, { name, status, message, values, entry }) {
  const where = entry === null || entry === undefined ? "" : ` ${t("(entry {n})", { n: entry })}`;
  return h("li", { class: "check", "data-check": name, "data-status": status }, [
    h("span", { class: "check-sign", "aria-hidden": "true" }, SIGNS[status]),
    h("div", {}, h("strong", {}, t(TITLES[name])), h("p", {}, h("span", { class: "vh" }, `${t(status)}: `), t(message, dated(t, values)) + where)),
  ]);
}

/** The entry behind the current version, as bytes, with its hash and its disclosures. */
function entryOf(t, { report, version }) {
  const file = report?.file;
  if (!file?.texts[version - 1]) return [];
  const index = version - 1;
  const disclosed = file.disclosures.filter((one) => one.index === index);
  const { d } = file.entries[index];
  return [
    h("h3", {}, t("Entry {n}", { n: index })),
    h("p", { class: "muted hash" }, `SHA-256 ${hex(file.leaves[index])}`),
    h("pre", { class: "raw", tabindex: "0", "aria-label": t("The entry's bytes") }, JSON.stringify(JSON.parse(file.texts[index]), null, 1)),
    disclosed.length > 0 && h("h3", {}, t("Disclosed to you")),
    disclosed.length > 0 && h("ul", { class: "disclosed" }, disclosed.map((one) => h("li", {}, h("code", {}, one.path), " ", contentOf(one.disclosure)))),
    keyOf(t, file, d),
  ];
}

function contentOf(disclosure) {
  const bytes = Uint8Array.from(atob(disclosure.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  return JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)).at(-1));
}

function keyOf(t, file, data) {
  const draw = Object.values(data).find((one) => one?.slot !== undefined && one.epoch !== undefined);
  const opened = draw && file.draws.find(({ epoch, slot }) => epoch === draw.epoch && slot === draw.slot);
  if (!draw) return null;
  const text = opened ? t("Key of slot {n}: {key}", { n: draw.slot, key: opened.key }) : t("The key of slot {n} is not opened yet.", { n: draw.slot });
  return h("p", { class: "muted hash" }, text);
}
