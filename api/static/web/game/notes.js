// Notes on the current version, links to the other notes, and a form for those who may write one.
import { button, h, show } from "../ui.js";
import { isOver, seatName, seatOf } from "../standings.js";

const MOST_LETTERS = 2000;

/** Whether this game can have notes: it is over, or an analysis. */
export function hasNotes(doc) {
  return doc.forked !== null || isOver(doc);
}

function mayWrite({ viewer, imported }) {
  return !imported && (viewer === "organiser" || viewer === "analyst" || viewer.startsWith("seat:"));
}

/** {node, update(head)}. `refresh` reads the game again, with its notes. */
export function notesPanel(shell, source, playhead, refresh) {
  const { t, lang } = shell;
  const there = h("div", {});
  const elsewhere = h("p", { class: "row note-versions" });
  const form = h("div", {});
  const node = h("section", { class: "card notes", id: "notes", "aria-label": t("Notes") }, there, form, elsewhere);

  const write = (version, text) => shell.attempt(async () => {
    await source.note(version, text);
    await refresh();
    shell.announce(t(text.trim() ? "The note is saved." : "The note is gone."));
  });

  function update({ now, version }) {
    const { doc, notes } = now;
    const here = notes.filter((note) => note.version === version);
    const writes = hasNotes(doc) && mayWrite(doc);
    const own = here.find(({ author }) => author === doc.viewer)?.text ?? "";
    const versions = [...new Set(notes.map((note) => note.version))];
    node.hidden = !writes && versions.length === 0;
    show(there, [lang, here, doc.seats], here.map((note) => noteOf(t, doc.seats, note)));
    show(form, [lang, version, writes, own], writes && noteForm(t, version, own, write));
    show(elsewhere, [lang, versions, version], versionsWithNotes(t, versions, version, playhead));
  }
  return { node, update };
}

function noteOf(t, seats, { author, text, marks }) {
  const name = seatOf(author) === null ? t(author) : seatName(t, seats, seatOf(author));
  return h("figure", { class: "note", "data-author": author }, [
    h("figcaption", { class: "field-name" }, name),
    h("p", { class: "note-text" }, text),
    marks.map((mark) => h("span", { class: "pill" }, mark)),
  ]);
}

function noteForm(t, version, own, write) {
  const text = h("textarea", { class: "wide", rows: 2, maxlength: MOST_LETTERS, id: "note" }, own);
  return [
    h("label", { class: "field" }, h("span", { class: "field-name" }, t("Your note on version {n}", { n: version })), text),
    button(t("Save the note"), () => write(version, text.value), { class: "btn small", "data-do": "note" }),
  ];
}

function versionsWithNotes(t, versions, current, playhead) {
  if (versions.length === 0) return [];
  const go = (version) => button(String(version), () => playhead.goTo(version), {
    class: "btn small quiet",
    "aria-current": version === current && "step",
    "aria-label": t("Version {n}", { n: version }),
  });
  return [h("span", { class: "field-name" }, t("Versions with notes:")), ...versions.map(go)];
}
