// A case as its viewer may see it: the disputed events, the board at each of their versions, statements and rulings, deadlines,
// and forms for the viewer's possible actions. Without a token, the public part.
import { h, show } from "../ui.js";
import { get } from "../api.js";
import { follow } from "../follow.js";
import { ownRole, refereeOf, tokenFor } from "../memory.js";
import { createActing } from "../game/acting.js";
import { closedDoor } from "../game/entrance.js";
import { roleIn } from "../game/links.js";
import { gameSource } from "../game/source.js";
import { breachNotice } from "../trust/breach.js";
import { assessmentPart } from "./assessment.js";
import { bundlePart } from "./bundle.js";
import { caseHead } from "./casehead.js";
import { caseParts } from "./caseparts.js";
import { eyesRow } from "./eyesrow.js";
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

/** A seat's legal actions at a version: from its viewpoint if the game hides anything, otherwise from everybody's. */
async function legalThen({ path, token }, { doc }, version, seat) {
  const lent = doc.releases.some(({ ended, seats }) => ended === null && seats.includes(seat));
  const eyes = lent ? { as: `seat:${seat}` } : { seat: String(seat) };
  const query = new URLSearchParams({ labels: "true", version: String(version), ...eyes });
  return (await get(`${path}/legal-actions?${query}`, { token })).actions;
}

function createPage(root, shell, { role, source, ruleset, dispute, first }) {
  let file = first;
  let closed = false;
  let ends = [];
  const id = first.doc.game;
  const parts = {};
  const refresh = async () => hear(await read(source, dispute));
  const table = { source, now: () => file.now, refresh };
  const acting = createActing(id, table, () => parts.breach.update());
  const attempt = (work) => shell.attempt(work, ruleset.clauses);
  const desk = {
    role,
    source,
    clauses: ruleset.clauses,
    now: () => file.now,
    people: () => ({ seats: file.now.doc.seats, referees: file.referees }),
    seat: (work) => attempt(async () => (await work(seatAtDesk(source, acting, shell.lang)), refresh())),
    referee: (path, body, match) => attempt(async () => (await source.post(`/disputes/${dispute}${path}`, body, match), refresh())),
    ask: (rest, body) => source.post(`/disputes/${dispute}${rest}`, body),
    read: (rest) => get(`${source.path}/disputes/${dispute}${rest}`, { token: source.token }),
    actionsAt: (version, seat) => legalThen(source, file, version, seat),
  };

  function hear(news) {
    if (closed) return;
    file = news;
    for (const part of [parts.head, parts.told, parts.eyes, parts.back, parts.time]) part.update(file);
    renderSteps();
  }

  /** Forms that still exist are not replaced, which keeps the text typed in them. */
  const made = new Map();
  function renderSteps() {
    const wanted = new Map(stepsOf(shell, desk, file));
    for (const key of made.keys()) if (!wanted.has(key)) made.delete(key);
    for (const [key, make] of wanted) if (!made.has(key)) made.set(key, make());
    show(parts.steps, [...made.keys()], [...made.values()]);
  }

  async function begin() {
    const { t } = shell;
    parts.head = caseHead(shell, ruleset, role);
    parts.told = caseParts(shell, desk);
    parts.breach = breachNotice(t, id);
    parts.steps = h("div", { class: "case-steps", id: "case-steps" });
    const row = eyesRow(shell, { ruleset, source, role, seats: () => file.now.doc.seats });
    parts.eyes = { update: ({ doc }) => void attempt(() => row.update(doc)) };
    parts.back = assessmentPart(shell, desk);
    parts.time = timelinePart(shell, desk);
    const stretch = stretchView(shell, { source, clauses: ruleset.clauses, about: file.doc.about, frames: file.now.frames, row });
    root.replaceChildren(h("div", { class: "case" }, [
      h("div", { class: "case-main" }, [parts.head.node, parts.breach.node, ...inOrder(role, parts.steps, section(t("The disputed stretch"), { id: "case-stretch" }, stretch.node))]),
      h("div", { class: "case-side" }, [parts.told.node, parts.time.node, parts.back.node, bundlePart(shell, source, dispute)]),
    ]));
    await row.update(file.doc);
    hear(file);
    await stretch.goTo(file.doc.about.from);
    ends = [followCase(), row.destroy];
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
    for (const end of ends) end();
  }
  return { begin, close };
}
