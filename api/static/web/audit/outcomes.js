// How a game can end, as its log and the service's log of games tell it (docs/ledger.md, section 15).

/** Types of outcomes -> the `why` of the leaf that tells of them. */
const OUTCOMES = new Map(Object.entries({
  "game-ended": "finished", "result-set": "finished", "time-ran-out": "finished", resigned: "finished", "game-abandoned": "abandoned", "game-voided": "voided",
}));
/** Types that end the game only where they say how. */
const PERHAPS = ["time-ran-out", "resigned"];

export const outcomesOf = (entries) => entries.filter(({ t, d }) => OUTCOMES.has(t) && (!PERHAPS.includes(t) || "outcome" in d));
export const whyOf = ({ t }) => OUTCOMES.get(t);
