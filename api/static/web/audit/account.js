// The account: the draws of a log, and the human decisions that moved chance or a result, whatever was taken back.
import { grouped } from "../grouped.js";
import { hasAccounts } from "./entries.js";
import { lineOf } from "./timeline.js";

const RESHUFFLED = "stack-reshuffled";
/** After an entry of these types a seat has the key that it names, or none. */
const SEATING = ["seat-taken", "seat-freed", "seat-reassigned"];
const always = () => true;
/** Whether a seat goes on with another device. */
const moves = ({ by }, accounts) => accounts && by !== "organiser";

/**
 * Kinds of decisions in the order of their sentences. `decides(entry, hadKey, remedy, accounts)` returns whether an entry of this type is one;
 * `hadKey` says whether its seat had a key before it, `remedy` is that of the ruling that becomes final in its action, {} without one;
 * `accounts` says whether seats have accounts in the game's table.
 */
const KINDS = [
  { kind: "went-back", type: "rewound", text: "A referee took the game back", decides: ({ d }) => "ruling" in d },
  { kind: "reshuffled", type: RESHUFFLED, text: "A referee had cards shuffled anew", decides: always },
  { kind: "corrected", type: "action-corrected", text: "A referee corrected an action", decides: always },
  { kind: "result-set", type: "result-set", text: "A referee set the result", decides: always },
  { kind: "voided", type: "game-voided", text: "A referee declared the game void", decides: always },
  { kind: "seat-given", type: "seat-reassigned", text: "The organiser gave a taken seat away", decides: ({ by }) => by === "organiser" },
  { kind: "unsigned", type: "seat-reassigned", text: "A seat with a key was given away without that key's signature", decides: (entry, hadKey, remedy, accounts) => hadKey && !moves(entry, accounts) },
  { kind: "moved", type: "seat-reassigned", text: "A seat went on with another device, without the word of its key", decides: (entry, hadKey, remedy, accounts) => hadKey && moves(entry, accounts) && !entry.sig?.old },
  { kind: "key-dropped", type: "seat-reassigned", text: "A seat with a key of its own went on without one", decides: ({ d }, hadKey) => hadKey && !("key" in d) },
  { kind: "no-seed", type: "seat-taken", text: "A person took a seat without giving a seed", decides: ({ d }) => !("bot" in d || "seed_commitment" in d) },
  { kind: "seat-freed", type: "seat-freed", text: "A taken seat was freed", decides: always },
  { kind: "held", type: "time-held", text: "The service was away, and the clocks were held", decides: always },
  { kind: "flag", type: "time-ran-out", text: "A clock ran out", decides: always },
  { kind: "resigned", type: "resigned", text: "A player resigned", decides: always },
  { kind: "bot-took-over", type: "seat-left", text: "A bot took over a seat", decides: always },
  { kind: "excluded", type: "seat-excluded", text: "A ruling excluded a player", decides: always },
  { kind: "clock-ruled", type: "clock-set", text: "A referee set clocks", decides: (entry, hadKey, remedy) => "clock" in remedy },
  { kind: "suspended", type: "game-suspended", text: "The game was suspended", decides: always },
  { kind: "abandoned", type: "game-abandoned", text: "The game was abandoned", decides: always },
  { kind: "rules-changed", type: "rules-changed", text: "The game went on under another revision of the rules", decides: always },
];
const BY_TYPE = grouped([...KINDS].sort((one, other) => (one.kind < other.kind ? -1 : 1)), ({ type }) => type);

/**
 * {account, sentences, redrawn, reshuffled} of a log in which no check failed: `account` is {draws, decisions}, `sentences` the same
 * in words, [text, values, groups] each with groups of entries by ruling; the others are the rulings that had draws made anew (in their action, or by the players from
 * new slots), and those that had cards shuffled anew, as sets.
 */
export function accountOf(entries, { draws }) {
  const rulings = new Map(entries.filter(({ t }) => t === "ruling-final").map(({ a, d }) => [a, d.ruling]));
  const decisions = decisionsIn(entries, rulings);
  const redrawing = [...draws.map(({ entry }) => entries[entry]).filter(({ t }) => t !== RESHUFFLED), ...entries.filter(redrawsLater)];
  const account = { draws: counted(entries, draws), decisions };
  return {
    account,
    sentences: sentencesOf(account),
    redrawn: new Set(redrawing.filter(({ a }) => rulings.has(a)).map(({ a }) => rulings.get(a))),
    reshuffled: new Set(decisions.filter(({ kind }) => kind === "reshuffled").map(({ ruling }) => ruling)),
  };
}

const redrawsLater = ({ t, d }) => t === "rewound" && "ruling" in d && d.rng === "fresh";

function counted(entries, draws) {
  const { counts } = lineOf(entries);
  const throws = draws.filter(({ draw }) => draw.sides).length;
  const gone = draws.filter(({ entry }) => !counts(entry + 1, entries.length));
  return { throws, shuffles: draws.length - throws, taken_back: gone.length };
}

function decisionsIn(entries, rulings) {
  const keyed = new Set();
  const accounts = hasAccounts(entries[0].d);
  const remedies = new Map(entries.filter(({ t }) => t === "ruled").map(({ d }) => [d.ruling, d.remedy ?? {}]));
  return entries.flatMap((entry) => {
    const { t, i, by, a, d } = entry;
    const hadKey = SEATING.includes(t) && keyed.has(d.seat);
    if (SEATING.includes(t)) keyed["key" in d ? "add" : "delete"](d.seat);
    const kinds = (BY_TYPE.get(t) ?? []).filter(({ decides }) => decides(entry, hadKey, remedies.get(rulings.get(a)) ?? {}, accounts));
    return kinds.map(({ kind }) => ({ entry: i, by, kind, ...(rulings.has(a) && { ruling: rulings.get(a) }) }));
  });
}

/** [ruling, entries] of the decisions of one kind: by the ruling that became final in their actions, undefined where none did. */
const groupsOf = (decisions) => [...grouped(decisions, ({ ruling }) => ruling)].map(([ruling, those]) => [ruling, those.map(({ entry }) => entry)]);

function sentencesOf({ draws, decisions }) {
  const byKind = grouped(decisions, ({ kind }) => kind);
  const said = KINDS.filter(({ kind }) => byKind.has(kind)).map(({ kind, text }) => [text, {}, groupsOf(byKind.get(kind))]);
  return [["Throws: {throws}; shuffles: {shuffles}; of these taken back: {taken_back}", draws, []], ...said];
}
