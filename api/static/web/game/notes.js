// Notes on the current version, with judgments and arrows; links to the other notes, and a form for those who may write one.
import { button, h, select, show } from "../ui.js";
import { studyTitle } from "./studytitle.js";
import { isOver, seatName, seatOf } from "../standings.js";

const MOST_LETTERS = 2000;
const GLYPHS = { "!": "good", "?": "a mistake", "!!": "brilliant", "??": "a blunder", "!?": "interesting", "?!": "dubious" };

/** Whether this game can have notes: it is over, or an analysis. */
export function hasNotes(doc) {
  return doc.forked !== null || isOver(doc);
}

function mayWrite({ viewer, imported }) {
  return !imported && (viewer === "organiser" || viewer === "analyst" || viewer.startsWith("seat:"));
}

/** {node, update(head), arrows(head, places)}. `refresh` reads the game again, with its notes; `redraw` draws it again. */
export function notesPanel(shell, source, playhead, refresh, redraw) {
  const { t, lang } = shell;
  const there = h("div", {});
  const elsewhere = h("p", { class: "row note-versions" });
  const form = h("div", {});
  const drawn = h("div", {});
  const title = studyTitle(shell, source, refresh);
  const node = h("section", { class: "card notes", id: "notes", "aria-label": t("Notes") }, title.node, there, form, drawn, elsewhere);
  let draft = { key: "", arrows: [], marks: [] };

  const write = (version, text, glyph) => shell.attempt(async () => {
    const { arrows } = draft;
    const gone = !text.trim() && !glyph && arrows.length === 0;
    await source.note(version, { text, arrows, marks: draft.marks, ...(glyph && { glyph }) });
    await refresh();
    shell.announce(t(gone ? "The note is gone." : "The note is saved."));
  });

  /** One's own note on the version, and a fresh draft of its arrows where either has changed. */
  function ownNote({ now: { doc, notes }, version }) {
    const writes = hasNotes(doc) && mayWrite(doc);
    const here = notes.filter((note) => note.version === version);
    const own = (writes && here.find(({ author }) => author === doc.viewer)) || { text: "" };
    const key = JSON.stringify([version, writes, own]);
    if (draft.key !== key) draft = { key, arrows: own.arrows ?? [], marks: own.marks ?? [] };
    return { writes, here, own };
  }

  function update(head) {
    const { now: { doc, notes }, version } = head;
    const { writes, here, own } = ownNote(head);
    const versions = [...new Set(notes.map((note) => note.version))];
    title.update(head);
    node.hidden = !writes && versions.length === 0 && !head.now.title;
    show(there, [lang, here, doc.seats], here.map((note) => noteOf(t, doc.seats, note)));
    show(form, [lang, draft.key], writes && noteForm(t, version, own, write));
    show(elsewhere, [lang, versions, version], versionsWithNotes(t, versions, version, playhead));
  }

  /** All arrows of the version, one's own as they are being drawn; in words too, because only the board's `places` have names. */
  function arrows(head, places) {
    const { writes, here, own } = ownNote(head);
    const others = here.filter((note) => note !== own).flatMap((note) => note.arrows ?? []);
    const put = (list) => {
      draft.arrows = list;
      redraw();
    };
    show(drawn, [lang, others, draft.arrows, writes, places], [others.length > 0 && arrowList(t, others, places), writes && places.length > 0 && arrowForm(t, draft.arrows, places, put)]);
    return [...others, ...draft.arrows];
  }
  return { node, update, arrows };
}

function noteOf(t, seats, { author, text, marks, glyph }) {
  const name = seatOf(author) === null ? t(author) : seatName(t, seats, seatOf(author));
  return h("figure", { class: "note", "data-author": author }, [
    h("figcaption", { class: "field-name" }, name, glyph && h("span", { class: "pill glyph" }, `${glyph} ${t(GLYPHS[glyph])}`)),
    h("p", { class: "note-text" }, text),
    marks.map((mark) => h("span", { class: "pill" }, mark)),
  ]);
}

function noteForm(t, version, { text: written, glyph = "" }, write) {
  const text = h("textarea", { class: "wide", rows: 2, maxlength: MOST_LETTERS, id: "note" }, written);
  const choice = select("glyph", [["", t("no judgment")], ...Object.entries(GLYPHS).map(([sign, words]) => [sign, `${sign} ${t(words)}`])], glyph);
  return [
    h("label", { class: "field" }, h("span", { class: "field-name" }, t("Your note on version {n}", { n: version })), text),
    h("label", { class: "field" }, h("span", { class: "field-name" }, t("The action was")), choice),
    button(t("Save the note"), () => write(version, text.value, choice.value), { class: "btn small", "data-do": "note" }),
  ];
}

/** The places of arrows in words, each with `more` behind it. */
function arrowList(t, list, places, more = (_arrow) => null) {
  const names = new Map(places);
  const known = list.filter(({ start, end }) => names.has(start) && names.has(end));
  const words = ({ start, end }) => (start === end ? t("Marked: {place}", { place: names.get(start) }) : t("Arrow: {from} → {to}", { from: names.get(start), to: names.get(end) }));
  return h("ul", { class: "note-arrows" }, known.map((one) => h("li", {}, words(one), " ", more(one))));
}

function arrowForm(t, list, places, put) {
  const [from, to] = ["start", "end"].map((name) => select(name, places, ""));
  const field = (label, node) => h("label", { class: "field" }, h("span", { class: "field-name" }, label), node);
  const remove = (arrow) => button(t("Remove the arrow"), () => put(list.filter((one) => one !== arrow)), { class: "btn small quiet" });
  return h("details", { open: list.length > 0 }, [
    h("summary", {}, t("Arrows on the board")),
    arrowList(t, list, places, remove),
    field(t("From"), from),
    field(t("To"), to),
    button(t("Draw an arrow"), () => put([...list, { start: from.value, end: to.value }]), { class: "btn small quiet", "data-do": "arrow" }),
    h("p", { class: "muted" }, t("Twice the same place marks it. Arrows are saved with the note.")),
  ]);
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
