// The remedy of a ruling: its kinds, the fields that each needs, and the texts of the preview.
import { bare } from "../boards/parts/pick.js";
import { field, h, newest, on, select, show } from "../ui.js";
import { isOver, seatName } from "../standings.js";
import { KINDS } from "./texts.js";
import { grouped } from "../grouped.js";
import { bankFields } from "./banks.js";
import { boardThere } from "./boardthere.js";
import { beforeDisputed, firstDisputed } from "./inside.js";
import { preview } from "./preview.js";

const OVER_TOO = ["stands", "dismissed", "no-jurisdiction", "result", "void"];

/**
 * {node, value() -> {kind, remedy?}}: fields that depend on the kind, and below them a preview. The node's event "news" says that the case
 * has changed, perhaps what the referee may see.
 */
export function remedyChoice(shell, desk, file) {
  const { t } = shell;
  const { doc } = desk.now();
  const kinds = isOver(doc) ? OVER_TOO : Object.keys(KINDS);
  const choice = select("kind", kinds.map((kind) => [kind, t(KINDS[kind])]), "stands");
  const fields = h("div", { class: "remedy-fields" });
  const consequences = h("div", { class: "preview", id: "preview", role: "status" });
  const there = boardThere(shell, desk);
  desk.atEnd(there.end);
  let part = NOTHING;
  let banks = bankFields(shell, doc, choice.value);
  /** JSON omits an undefined remedy. */
  const value = () => {
    const [remedy, clock] = [part.read(), banks.read()];
    return { kind: choice.value, remedy: clock ? { ...remedy, clock } : remedy };
  };
  const update = newest(
    async () => (fields.querySelector(":invalid") ? [] : preview(shell, desk, there, value())),
    (nodes) => consequences.replaceChildren(...nodes),
  );
  const look = () => shell.attempt(update);
  on(choice, "change", () => {
    part = PARTS[choice.value]?.(shell, desk, file) ?? NOTHING;
    banks = bankFields(shell, doc, choice.value);
    fields.replaceChildren(...part.nodes, banks.node);
    look();
  });
  on(fields, "change", look);
  fields.append(banks.node);
  look();
  const node = h("div", { class: "remedy" }, field(t("Ruling"), choice), fields, h("h3", {}, t("What this would do")), consequences);
  return { node: on(node, "news", () => part.news?.()), value, kind: () => choice.value };
}

const NOTHING = { nodes: [], read: () => undefined };

const number = (name, value, min, max) => h("input", { type: "number", name, value, min, max, required: true });
const read = (input) => (input.value === "" ? null : input.valueAsNumber);

/**
 * The version to go back to: the one before the first disputed action, or the nearest reachable one before it, unless the user has entered
 * another.
 */
function versionBack(desk, { about }) {
  const { frames, doc } = desk.now();
  const before = beforeDisputed(frames, about) ?? about.from - 1;
  const to = number("to_version", Math.max(1, before), 1, doc.version);
  desk.read("/assessment").then(({ reachable }) => {
    const near = reachable.find(({ version }) => version <= before);
    if (!near || to.value !== to.defaultValue || to.valueAsNumber === near.version) return;
    to.value = String(near.version);
    to.dispatchEvent(new Event("change", { bubbles: true }));
  }, () => {}); // on failure the number stays as it is
  return to;
}

const PARTS = {
  "backed-up": ({ t }, desk, { doc }) => {
    const to = versionBack(desk, doc);
    return { nodes: [field(t("Back to version"), to)], read: () => ({ to_version: read(to) }) };
  },
  replayed: ({ t }, desk, { doc }) => {
    const { chapters } = desk.now();
    const at = chapters.findLast(({ version }) => version <= doc.about.from)?.version;
    const choice = select("chapter", chapters.map(({ version, title }) => [version, `${version}. ${title}`]), at);
    return { nodes: [field(t("Chapter to be played again"), choice)], read: () => ({ chapter: Number(choice.value) }) };
  },
  corrected: ({ t }, desk, { doc }) => {
    const to = versionBack(desk, doc);
    const [, first = null] = /^(?:seat|bot):(\d+)$/.exec(firstDisputed(desk.now().frames, doc.about)?.actor ?? "") ?? [];
    const seat = seatChoice(t, desk, "seat", first && Number(first));
    const choice = h("select", { name: "action", required: true });
    const none = h("p", { class: "muted", hidden: true }, t("This seat can do nothing there, or you need its viewpoint at this version: ask for it above."));
    const offer = (actions) => {
      none.hidden = actions.length > 0;
      show(choice, actions, actions.map((action) => h("option", { value: JSON.stringify(bare(action)) }, action.label?.[t.lang] ?? JSON.stringify(action))));
      choice.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const ask = () => desk.views.legalAt(read(to), Number(seat.value)).then(({ actions }) => actions, () => []);
    const update = newest(ask, offer);
    const fill = () => {
      show(choice, []);
      update();
    };
    for (const part of [to, seat]) on(part, "change", fill);
    fill();
    const nodes = [field(t("Back to version"), to), field(t("Seat"), seat), field(t("What it does instead"), choice), none];
    return { nodes, news: () => choice.options.length === 0 && fill(), read: () => ({ to_version: read(to), seat: Number(seat.value), action: JSON.parse(choice.value) }) };
  },
  result: ({ t }, desk) => {
    const { doc } = desk.now();
    const lines = doc.seats.map(({ seat }) => resultLine(t, doc, seat));
    const nobody = h("input", { type: "checkbox", name: "nobody" });
    const nodes = [
      h("fieldset", { class: "ranks" }, h("legend", {}, t("Rank and score of every seat")), lines.map(({ node }) => node)),
      h("label", { class: "switch" }, nobody, h("span", {}, t("Nobody wins"))),
    ];
    return { nodes, read: () => resultOf(lines, nobody.checked) };
  },
};

function seatChoice(t, desk, name, chosen) {
  const { seats } = desk.now().doc;
  return select(name, seats.map(({ seat }) => [seat, `${seat}: ${seatName(t, seats, seat)}`]), chosen ?? seats[0].seat);
}

function resultLine(t, { seats, outcome }, seat) {
  const ranked = outcome?.ranking.findIndex((rank) => rank.includes(seat)) ?? 0;
  const rank = number(`rank-${seat}`, ranked + 1, 1, seats.length);
  const score = number(`score-${seat}`, outcome?.scores[seat] ?? 0, -1_000_000, 1_000_000);
  const node = h("div", { class: "row" }, [h("span", { class: "rank-name" }, seatName(t, seats, seat)), field(t("Rank"), rank), field(t("Score"), score)]);
  return { node, seat, rank, score };
}

/** Competition ranks made contiguous. */
function resultOf(lines, nobody) {
  const ranks = grouped(lines, ({ rank }) => read(rank));
  const ranking = [...ranks.keys()].sort((a, b) => a - b).map((rank) => ranks.get(rank).map(({ seat }) => seat));
  const scores = Object.fromEntries(lines.map(({ seat, score }) => [seat, read(score)]));
  return { winners: nobody ? [] : ranking[0], ranking, scores };
}
