// A case as its viewer may see it: the claim, the disputed events, the board at each of their versions, rulings, deadlines, and forms
// for the viewer's possible actions. Without a token, the public part.
import { h, show } from "../ui.js";
import { get } from "../api.js";
import { follow } from "../follow.js";
import { ownRole, refereeOf, tokenFor } from "../memory.js";
import { createActing } from "../game/acting.js";
import { closedDoor } from "../game/entrance.js";
import { roleIn } from "../game/links.js";
import { gameSource } from "../game/source.js";
import { breachNotice } from "../trust/breach.js";
import { caseAddress } from "./address.js";
import { assessmentPart } from "./assessment.js";
import { referees, releases } from "./bench.js";
import { bundlePart } from "./bundle.js";
import { caseHead } from "./casehead.js";
import { statements } from "./claims.js";
import { eyesRow } from "./eyesrow.js";
import { inside } from "./inside.js";
import { appeals, rulings } from "./judgment.js";
import { seatViews } from "./seatview.js";
import { stepsOf } from "./steps.js";
import { stretchView } from "./stretch.js";
import { OPEN, section } from "./texts.js";
import { timelinePart } from "./timeline.js";
import { seatAtDesk } from "./writing.js";

export async function open(root, shell, { id, dispute, query }) {
  const role = eyesOf(id, roleIn(query));
  const source = gameSource(id, role, shell.lang);
  const first = await read(source, Number(dispute)).catch((problem) => problem);
  if (first instanceof Error) return closedDoor(root, shell, id, first);
  const ruleset = await shell.rulesets.one(first.now.doc.ruleset);
  const page = createPage(root, shell, { role, source, ruleset, dispute: Number(dispute), first });
  await page.begin();
  return page.close;
}

/** Players use the viewpoint of their seat, otherwise referees that of a referee. */
function eyesOf(id, role) {
  if (role && tokenFor(id, role)) return role;
  const own = ownRole(id);
  return own === "spectator" ? (refereeOf(id) ?? own) : own;
}

/** A referee first looks at the evidence; a party usually comes to make a statement. */
const inOrder = (role, steps, stretch) => (role.startsWith("referee:") ? [stretch, steps] : [steps, stretch]);

/** Game and case of one version: {now, doc, referees}. The list contains the case and the referees. */
async function read(source, dispute) {
  const now = await source.refresh();
  const [doc, { referees }] = await Promise.all([
    get(`${source.path}/disputes/${dispute}`, { token: source.token }),
    get(`${source.path}/disputes`, { token: source.token }),
  ]);
  return { now, doc, referees };
}

/** A part of the page that is made again when the case has changed: {node, update(file)}. */
function partOf(shell, desk, ...makes) {
  const node = h("div", { class: "case-parts" });
  const update = ({ doc }) => show(node, [shell.lang, doc, desk.people()], makes.map((make) => make(shell, desk, doc)));
  return { node, update };
}

function createPage(root, shell, { role, source, ruleset, dispute, first }) {
  let file = first;
  let closed = false;
  const ends = [];
  const id = first.doc.game;
  const parts = {};
  const refresh = async () => hear(await read(source, dispute));
  const table = { source, now: () => file.now, refresh };
  const acting = createActing(id, table, () => parts.breach.update());
  const attempt = (work) => shell.attempt(work, ruleset.clauses);
  const views = seatViews(shell, source, ruleset, () => file.doc);
  const writes = (work) => attempt(async () => (await work(), refresh()));
  const here = `/disputes/${dispute}`;
  const look = (release, seat) => source.post(`${here}/releases/${release}/readings`, { seat });
  const desk = {
    role,
    source,
    ruleset,
    views,
    clauses: ruleset.clauses,
    now: () => file.now,
    about: () => file.doc.about,
    people: () => ({ seats: file.now.doc.seats, referees: file.referees }),
    seat: (work) => writes(() => work(seatAtDesk(source, acting, shell.lang))),
    referee: (path, body, match) => writes(() => source.post(here + path, body, match)),
    read: (rest) => get(`${source.path}${here}${rest}`, { token: source.token }),
    ask: (rest, body) => source.post(here + rest, body),
    release: (body) => writes(async () => {
      await source.post(`${here}/releases`, body);
      await refresh();
      if (body.seats.length === 1) await look(file.doc.releases.at(-1).release, body.seats[0]);
    }),
    leave: () => close(),
    again: () => shell.go(caseAddress(id, dispute)),
    atEnd: (end) => ends.push(end),
  };

  function hear(news) {
    if (closed) return;
    file = news;
    for (const part of [parts.head, parts.claims, parts.judged, parts.bench, parts.eyes, parts.back, parts.time]) part.update(file);
    renderSteps();
    for (const node of parts.steps.querySelectorAll(".remedy")) node.dispatchEvent(new Event("news"));
  }

  /** Forms that still exist are not replaced, which keeps the text typed in them. */
  const made = new Map();
  function renderSteps() {
    const wanted = new Map(stepsOf(shell, desk, file));
    for (const key of made.keys()) if (!wanted.has(key)) made.delete(key);
    for (const [key, make] of wanted) if (!made.has(key)) made.set(key, make());
    const keys = [...wanted.keys()];
    show(parts.steps, keys, keys.map((key) => made.get(key)));
  }

  async function begin() {
    const { t } = shell;
    parts.head = caseHead(shell, ruleset, role);
    parts.claims = partOf(shell, desk, statements);
    parts.judged = partOf(shell, desk, rulings, appeals);
    parts.bench = partOf(shell, desk, referees, releases);
    parts.breach = breachNotice(t, id);
    parts.steps = h("div", { class: "case-steps", id: "case-steps" });
    const row = eyesRow(shell, { ruleset, source, role, views, seats: () => file.now.doc.seats, read: (release, seat) => writes(() => look(release, seat)) });
    parts.eyes = { update: ({ doc }) => void attempt(() => row.update(doc)) };
    parts.back = assessmentPart(shell, desk);
    parts.time = timelinePart(shell, desk);
    const stretch = stretchView(shell, { source, clauses: ruleset.clauses, about: file.doc.about, within: inside(file.now.frames, file.doc.about), doc: file.now.doc, frames: file.now.frames, row });
    root.replaceChildren(h("div", { class: "case" }, [
      h("div", { class: "case-main" }, [parts.head.node, parts.breach.node, parts.claims.node, parts.judged.node, ...inOrder(role, parts.steps, section(t("The disputed stretch"), { id: "case-stretch" }, stretch.node))]),
      h("div", { class: "case-side" }, [parts.bench.node, parts.time.node, parts.back.node, bundlePart(shell, source, dispute)]),
    ]));
    await row.update(file.doc);
    hear(file);
    await stretch.goTo(file.doc.about.from);
    ends.push(followCase(), row.destroy);
    shell.title(root.querySelector("h1").textContent);
  }

  function followCase() {
    if (!OPEN.includes(file.doc.state)) return () => {};
    return follow(`${source.path}/stream`, {
      token: source.token,
      after: () => file.now.doc.version,
      news: (event) => (!event || Number(event.id) > file.now.doc.version ? refresh() : null),
      refused: shell.refuse,
      idle: 3000,
    });
  }

  function close() {
    closed = true;
    for (const end of ends.splice(0)) end();
  }
  return { begin, close };
}
