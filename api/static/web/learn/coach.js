// A coach for a first game: a bubble on the board says what to do now and why, and points at it. Each lesson is given once, when
// its moment has come; acting on it counts as having read it.
import { button, h } from "../ui.js";
import { citation } from "../game/clauses.js";
import { openDrawer } from "../game/layout.js";
import { said } from "../i18n.js";
import { endLessons, lessonGiven, lessonsOf } from "./progress.js";
import { MOMENTS, seen } from "./lessons.js";

/** {update(head), pointer(), end()} for a game with lessons; null for others. `changed()` is called when another lesson is due. */
export async function coach(shell, id, ruleset, changed) {
  const course = lessonsOf(id) && (await courseOf(shell, ruleset.id));
  if (!course) return null;
  const { t } = shell;
  let current = null;
  let at = 0;

  function update({ now, version }) {
    const known = lessonsOf(id);
    if (known && current && now.frames.slice(at).some(({ actor }) => actor === `seat:${now.seat}`)) lessonGiven(id, current.name);
    if (now.doc.outcome) endLessons(id);
    at = now.doc.version;
    const begun = Object.keys(now.doc.view).length > 0;
    const due = known && begun && now.seat !== null && !now.doc.outcome && version === at;
    give(due ? lessonFor(seen(now)) : null);
  }

  const left = () => course.filter(({ name }) => !lessonsOf(id).given.includes(name));

  function lessonFor(now) {
    const lesson = left().find(({ when }) => when(now));
    return lesson ? { ...lesson, at: [lesson.at(now)].flat() } : null;
  }

  /** A lesson stays the same pointer until another one is due, so that it is drawn and announced once. */
  function give(lesson) {
    const key = lesson && JSON.stringify([lesson.name, lesson.at]);
    if (key === (current && JSON.stringify([current.name, current.at]))) return;
    const isNew = lesson && lesson.name !== current?.name;
    current = lesson && { name: lesson.name, at: lesson.at, bubble: bubble(lesson) };
    if (isNew) shell.announce(`${said(lesson.title, shell.lang)}. ${said(lesson.text, shell.lang)}`);
  }

  function bubble(lesson) {
    const place = { n: course.length - left().length + 1, all: course.length };
    return h("section", { class: "coach", id: "coach", "aria-label": t("First game") }, [
      h("div", { class: "coach-head" }, [
        h("strong", {}, said(lesson.title, shell.lang)),
        citation(shell, ruleset.clauses, lesson.clause),
        h("span", { class: "muted", role: "img", "aria-label": t("Lesson {n} of {all}", place) }, `${place.n}/${place.all}`),
      ]),
      h("p", { class: "coach-text" }, said(lesson.text, shell.lang)),
      h("div", { class: "bar" }, [
        button(t("Got it"), understood, { class: "btn small primary", "data-do": "understood" }),
        button(t("Leave the lessons"), leave, { class: "btn small quiet", "data-do": "leave-lessons" }),
      ]),
    ]);
  }

  function understood() {
    if (current) lessonGiven(id, current.name);
    changed();
  }

  function leave() {
    endLessons(id);
    changed();
  }

  function escaped({ key }) {
    if (key === "Escape" && current && !openDrawer() && !document.querySelector("dialog[open], :popover-open")) understood();
  }
  document.addEventListener("keydown", escaped);

  function end() {
    document.removeEventListener("keydown", escaped);
  }

  return { update, pointer: () => current, end };
}

/** The lessons of a game, each with its moment; null for a game without any. */
async function courseOf(shell, ruleset) {
  const moments = MOMENTS.get(ruleset);
  if (!moments) return null;
  const { lessons } = await shell.rulesets.primer(ruleset);
  return lessons.filter(({ name }) => moments[name]).map((lesson) => ({ ...lesson, ...moments[lesson.name] }));
}
