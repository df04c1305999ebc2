// Rulings constrain the draws: who may rule, what becomes final, and what a ruling takes back or has shuffled anew.
// Appointments and rulings count even if they were taken back.
import { Failed } from "./report.js";

const GOING_BACK = ["backed-up", "replayed", "corrected"];
const WITH_REMEDY = [...GOING_BACK, "result", "void"];

/** Whether the data of a `ruled` change anything in the game, clocks included. */
export const hasRemedy = ({ kind, remedy }) => WITH_REMEDY.includes(kind) || (kind === "stands" && remedy !== undefined);

/** The first table in which a referee's acceptance is an entry. */
const ACCEPTING = 4;

/** {note(entry)}: processes the entries in order; throws Failed for an entry that the referee's desk cannot have written. `created` is entry 0's data. */
export function rulings({ table }) {
  const desk = { accepting: table >= ACCEPTING, appointed: new Set(), here: new Set(), ruled: new Map(), final: new Set(), goneBack: new Set(), action: 0, becoming: null, reshuffles: false };
  return {
    note(entry) {
      if (entry.a !== desk.action) Object.assign(desk, { action: entry.a, becoming: null, reshuffles: false });
      const step = STEPS.get(entry.t);
      if (!step) desk.reshuffles = false;
      step?.(desk, entry.d, entry);
    },
  };
}

function must(holds, { i }, why) {
  if (!holds) throw new Failed(why, {}, i);
}

function leave({ appointed, here }, { referee }) {
  appointed.delete(referee);
  here.delete(referee);
}

const STEPS = new Map(Object.entries({
  "referee-appointed": ({ accepting, appointed, here }, { referee }) => (accepting ? appointed : here).add(referee),
  "referee-accepted": ({ appointed, here }, { referee }) => appointed.delete(referee) && here.add(referee),
  "referee-dismissed": leave,
  "referee-resigned": leave,
  ruled({ here, ruled }, data, entry) {
    const { ruling, referee } = data;
    must(entry.by === `referee:${referee}` && here.has(referee), entry, "its ruling is not by an appointed referee who has accepted");
    must(!ruled.has(ruling), entry, "there is a ruling of that number already");
    ruled.set(ruling, data);
  },
  "ruling-final"(desk, { ruling, dispute }, entry) {
    must(entry.by === "table" && desk.ruled.get(ruling)?.dispute === dispute, entry, "a ruling becomes final that was not made");
    must(!desk.final.has(ruling), entry, "a ruling becomes final twice");
    must(desk.becoming === null, entry, "two rulings become final in one action");
    desk.final.add(ruling);
    Object.assign(desk, { becoming: ruling, reshuffles: false });
  },
  rewound(desk, { ruling, to_version: to }, entry) {
    desk.reshuffles = ruling !== undefined;
    if (ruling === undefined) return;
    const ruled = desk.ruled.get(ruling);
    const now = entry.by === "table" && desk.becoming === ruling && GOING_BACK.includes(ruled?.kind);
    must(now, entry, "it goes back by a ruling that does not become final in its action, or does not go back");
    must(!desk.goneBack.has(ruling), entry, "it goes back by the same ruling a second time");
    must(leadsTo(ruled, to), entry, "it goes back to another version than the ruling says");
    desk.goneBack.add(ruling);
  },
  "stack-reshuffled"({ reshuffles }, data, entry) {
    must(reshuffles && entry.by === "table", entry, "it shuffles anew, and no ruling goes back directly before it");
  },
}));

const leadsTo = ({ kind, remedy }, to) => (kind === "replayed" ? to < remedy.chapter : to === remedy.to_version);
