// When each lesson of a first game is given, and what it is about, by its name; its text and the order come from the service.
// `when` tests what the seat sees: {view, legal, types, has(type), seat, mine}; `at` gives the name of a thing on the board, or
// several (boards/parts/pointing.js).

/** @typedef {Record<string, {when: (now: any) => any, at: (now: any) => string | string[]}>} Moments */

/** What decides a choice of Romans: something on the board, or a button. */
const TRICKS = {
  seduce: "clan:",
  "take-fort": "fort:",
  "discard-revealed": "line:",
  "discard-fort": "held:",
  "keep-axx": "do:keep-axx",
  "keep-warrior": "do:keep-warrior",
  rearrange: "do:rearrange",
};
const trickOf = (types) => types.find((type) => type in TRICKS);
const besieged = ({ clash }) => (clash ? [`fort:${clash}`, `ruin:${clash}`] : "fort:");
const fields = (names) => names.map((name) => `field:${name}`);
const pawnsOfOthers = ({ view, mine }) => Object.entries(view.pawns).filter(([colour]) => colour !== mine.colour).flatMap(([, names]) => names);
const openRelics = ({ mine }) => Object.entries(mine.temple.relics).filter(([, { face_up: up }]) => up).map(([place]) => place);

/** @type {[string, Moments][]} */
const ALL = [
  ["age-of-war", {
    goal: { when: () => true, at: () => "castle:" },
    roll: { when: ({ has }) => has("roll"), at: () => "do:roll" },
    line: { when: ({ view, has }) => has("fill-line") && !view.siege, at: () => ["castle:", "line:"] },
    siege: { when: ({ view, has }) => view.siege && has("fill-line"), at: () => "line:" },
    aside: { when: ({ has }) => has("set-aside"), at: () => "do:set-aside" },
    captured: { when: ({ mine }) => mine?.castle_count > 0, at: () => "keep:own" },
    steal: { when: ({ view, has, seat }) => holderOf(view, seat) && has("fill-line"), at: ({ view, seat }) => `keep:${holderOf(view, seat).seat}` },
    clan: { when: ({ view }) => view.players.some((one) => one.stacks.length > 0), at: () => "stack:" },
  }],
  ["romans", {
    goal: { when: () => true, at: () => "fort:" },
    wall: { when: ({ has }) => has("place-warrior"), at: () => "fort:" },
    place: { when: ({ has }) => has("place-warrior"), at: ({ seat }) => ["card:", `post:${seat}:`] },
    seal: { when: ({ has }) => has("seal-orders"), at: () => "do:seal-orders" },
    clash: { when: ({ view }) => view.clash > 0 || view.round > 1, at: ({ view }) => besieged(view) },
    trick: { when: ({ types }) => trickOf(types), at: ({ types }) => TRICKS[trickOf(types)] },
    fort: { when: ({ mine }) => mine?.forts.length > 0, at: ({ mine }) => `held:${mine.clan}:` },
    again: { when: ({ view }) => view.round > 1, at: () => "fort:" },
  }],
  ["touche", {
    goal: { when: ({ mine, has }) => mine && !has("choose-set"), at: ({ mine }) => `goal:${mine.colour}` },
    card: { when: ({ has }) => has("lay-card"), at: () => "card:" },
    field: { when: ({ has }) => has("lay-card"), at: () => ["card:", "field:"] },
    block: { when: (now) => now.has("lay-card") && now.view.pawns[now.mine.colour]?.length > 0 && pawnsOfOthers(now).length > 0, at: (now) => fields(pawnsOfOthers(now)) },
    joker: { when: ({ legal }) => legal.some(({ card }) => card === "joker"), at: () => "card:joker" },
    dead: { when: ({ has }) => has("exchange-dead"), at: ({ legal }) => legal.flatMap(({ cards }) => cards ?? []).map((card) => `card:${card}`) },
    three: { when: ({ view, mine }) => view.pawns[mine?.colour]?.length > 2, at: ({ view, mine }) => fields(view.pawns[mine.colour]) },
  }],
  ["nagaraja", {
    goal: { when: () => true, at: ({ seat }) => `relic:${seat}:` },
    call: { when: ({ has }) => has("choose-cards"), at: () => "card:" },
    naga: { when: ({ has }) => has("spend-naga"), at: () => ["mine:", "card:"] },
    pass: { when: ({ has }) => has("pass"), at: () => "do:pass" },
    place: { when: ({ has }) => has("place-tile"), at: ({ seat }) => `space:${seat}:` },
    relic: { when: (now) => now.mine && openRelics(now).length > 0, at: (now) => openRelics(now).map((place) => `relic:${now.seat}:${place}`) },
    keep: { when: ({ has }) => has("keep-cards"), at: () => "drawn:" },
    amulet: { when: ({ mine }) => mine?.amulets.length > 0, at: () => "amulet:" },
  }],
];

/** Another player with a castle that can be attacked. */
function holderOf(view, seat) {
  return view.players.find((one) => one.seat !== seat && one.castles.length > 0);
}

export const MOMENTS = new Map(ALL);

/** What a seat sees of the game, for `when` and `at`. */
export function seen({ doc, legal, seat }) {
  const { view } = doc;
  const types = legal.map(({ type }) => type);
  const own = (one) => one.seat === seat || one.seats?.includes(seat);
  const mine = (view.clans ?? view.players ?? []).find(own);
  return { view, legal, types, seat, mine, has: (type) => types.includes(type) };
}
