// When each lesson of a first game is given, by its name; its text and the order come from the service. `when` tests what the
// seat sees: {view, legal, types, has(type), seat, mine}; `point` selects the elements on the board.

/** @typedef {Record<string, {when: (now: any) => any, point: string}>} Moments */
/** @type {[string, Moments][]} */
const ALL = [
  ["age-of-war", {
    goal: { when: () => true, point: "" },
    roll: { when: ({ has }) => has("roll"), point: "[data-action*='roll']" },
    line: { when: ({ view, has }) => has("fill-line") && !view.siege, point: "#board [data-pick^='castle-']" },
    siege: { when: ({ view, has }) => view.siege && has("fill-line"), point: "#board [data-pick^='line-']" },
    aside: { when: ({ has }) => has("set-aside"), point: "[data-action*='set-aside']" },
    captured: { when: ({ mine }) => mine && mine.castle_count > 0, point: "[data-thing='keep:own']" },
    steal: { when: ({ view, has, seat }) => view.players.some((one) => one.seat !== seat && one.castles.length > 0) && has("fill-line"), point: "[data-thing^='keep:']:not([data-thing='keep:own'])" },
    clan: { when: ({ view }) => view.players.some((one) => one.stacks.length > 0), point: "[data-thing^='stack:']" },
  }],
  ["romans", {
    goal: { when: () => true, point: "" },
    wall: { when: ({ has }) => has("place-warrior"), point: "[data-thing^='fort:']" },
    place: { when: ({ has }) => has("place-warrior"), point: "[data-pick^='hand-']" },
    seal: { when: ({ has }) => has("seal-orders"), point: "[data-action*='seal-orders']" },
    clash: { when: ({ view }) => view.clash > 0 || view.round > 1, point: "[data-thing^='fort:']" },
    trick: { when: ({ types }) => types.some((type) => ["seduce", "take-fort", "keep-axx", "keep-warrior", "discard-revealed", "discard-fort", "rearrange"].includes(type)), point: ".kb-bar" },
    fort: { when: ({ mine }) => mine && mine.forts.length > 0, point: "" },
    again: { when: ({ view }) => view.round > 1, point: "[data-thing^='fort:']" },
  }],
  ["touche", {
    goal: { when: () => true, point: "" },
    card: { when: ({ has }) => has("lay-card"), point: "[data-pick^='hand-']" },
    field: { when: ({ has }) => has("lay-card"), point: "[data-pick^='field-'].fits" },
    block: { when: ({ view, has }) => view.pawns && Object.values(view.pawns).every((fields) => fields.length > 0) && has("lay-card"), point: "" },
    joker: { when: ({ legal }) => legal.some(({ card }) => card === "joker"), point: "[data-pick^='hand-']" },
    dead: { when: ({ has }) => has("exchange-dead"), point: "[data-pick^='hand-']" },
    three: { when: ({ view, mine }) => mine && (view.pawns[mine.colour]?.length ?? 0) > 2, point: "" },
  }],
  ["nagaraja", {
    goal: { when: () => true, point: "" },
    call: { when: ({ has }) => has("choose-cards"), point: "[data-pick^='card-']" },
    naga: { when: ({ has }) => has("spend-naga"), point: "[data-pick^='stick-']" },
    pass: { when: ({ has }) => has("pass"), point: "[data-action*='pass']" },
    place: { when: ({ has }) => has("place-tile"), point: "[data-pick^='space']" },
    relic: { when: ({ mine }) => mine && Object.values(mine.temple.relics).some(({ face_up }) => face_up), point: "" },
    keep: { when: ({ has }) => has("keep-cards"), point: "[data-pick^='drawn']" },
    amulet: { when: ({ mine }) => mine && mine.amulets.length > 0, point: "" },
  }],
];

export const MOMENTS = new Map(ALL);
