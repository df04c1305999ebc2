// A coach for a first game: says what to do now and why, and points at it. Each lesson is given once, when its
// moment has come; acting on it counts as having read it.
import { button, h, keepMarked, pageLink, show } from "../ui.js";
import { citation } from "../game/clauses.js";
import { said } from "../i18n.js";
import { endLessons, lessonGiven, lessonsOf } from "./progress.js";
import { MOMENTS } from "./lessons.js";

/** {node, update(head), end()} for a game with lessons; null for others. */
export async function coach(shell, id, ruleset) {
  const course = lessonsOf(id) && (await courseOf(shell, ruleset.id));
  if (!course) return null;
  const { t } = shell;
  const node = h("section", { class: "card coach", id: "coach", "aria-label": t("First game") });
  const pointing = pointer();
  let current = null;
  let at = 0;
  let last = null;

  function update(head) {
    last = head;
    const { now } = head;
    const known = lessonsOf(id);
    if (!known || now.seat === null) return leave();
    if (current && now.frames.slice(at).some(({ actor }) => actor === `seat:${now.seat}`)) given(current);
    const left = course.filter(({ name }) => !lessonsOf(id).given.includes(name));
    const begun = Object.keys(now.doc.view).length > 0;
    current = now.doc.outcome || !begun ? null : (left.find(({ when }) => when(seen(now))) ?? null);
    at = now.doc.version;
    pointing.at(current?.point);
    draw(left.length);
  }

  /** The lesson was followed, or read. */
  function given(lesson) {
    lessonGiven(id, lesson.name);
  }

  function draw(left) {
    const done = course.length - left;
    const over = left === 0 || last.now.doc.outcome;
    const text = words(left);
    show(node, [shell.lang, current?.name, done, text], [
      h("div", { class: "coach-head" }, [
        h("strong", {}, current ? said(current.title, shell.lang) : t(over ? "That was all" : "First game")),
        h("progress", { max: course.length, value: done, "aria-label": t("Lesson {n} of {all}", { n: Math.min(done + 1, course.length), all: course.length }) }),
        button(t("Leave the lessons"), () => (endLessons(id), leave()), { class: "btn small quiet", "data-do": "leave-lessons" }),
      ]),
      h("p", { class: "coach-text", role: "status" }, text),
      h("div", { class: "bar" }, current ? understood() : over && pageLink(`/rules/${ruleset.id}`, t("To the rules"), { class: "btn small" })),
    ]);
  }

  function words(left) {
    const { doc, legal } = last.now;
    if (current) return said(current.text, shell.lang);
    if (doc.outcome) return t("Play the next one without lessons; all clauses are in the rules.");
    if (left === 0) return t("You know the game. Play on as you like; all clauses are in the rules.");
    return t(legal.length ? "It is your turn: the bar at the bottom says what to do." : "Watch what the bot does; the list of moves shows what happened.");
  }

  function understood() {
    const lesson = current;
    return [
      button(t("Got it"), () => (given(lesson), update(last)), { class: "btn small primary", "data-do": "understood" }),
      h("span", { class: "muted" }, citation(shell, ruleset.clauses, lesson.clause)),
    ];
  }

  function leave() {
    node.hidden = true;
    pointing.end();
  }

  function end() {
    pointing.end();
    if (last?.now.doc.outcome) endLessons(id);
  }

  return { node, update, end };
}

/** The lessons of a game, each with its moment; null for a game without any. */
async function courseOf(shell, ruleset) {
  const moments = MOMENTS.get(ruleset);
  if (!moments) return null;
  const { lessons } = await shell.rulesets.primer(ruleset);
  return lessons.filter(({ name }) => moments[name]).map((lesson) => ({ ...lesson, ...moments[lesson.name] }));
}

function seen({ doc, legal, seat }) {
  const { view } = doc;
  const types = legal.map(({ type }) => type);
  const own = (one) => one.seat === seat || one.seats?.includes(seat);
  const mine = (view.clans ?? view.players ?? []).find(own);
  return { view, legal, types, seat, mine, has: (type) => types.includes(type) };
}

/** Marks the elements of a selector on the board, also after it is redrawn, and scrolls them into view once. */
function pointer() {
  let selector = "";
  let seen = true;
  let unwatch = () => {};
  const mark = () => {
    const board = document.getElementById("board");
    if (!board) return;
    for (const node of board.querySelectorAll(".pointed")) if (!selector || !node.matches(selector)) node.classList.remove("pointed");
    const meant = selector ? [...board.querySelectorAll(selector)] : [];
    for (const node of meant) if (!node.classList.contains("pointed")) node.classList.add("pointed");
    if (seen || !meant.length) return;
    seen = true;
    meant[0].scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const at = (wanted = "") => {
    unwatch();
    seen = selector === wanted;
    selector = wanted;
    const board = document.getElementById("board");
    if (board && selector) unwatch = keepMarked(board, mark);
    else mark();
  };
  return { at, end: () => at() };
}
