// The banks that a ruling sets, in a game with a clock: one field a seat, which stays empty where nothing changes.
import { field, h } from "../ui.js";
import { seatName } from "../standings.js";
import { inWords } from "../clock/time.js";

/** The kinds of rulings that may set banks: the game goes on after them. */
const CLOCKED = ["stands", "backed-up", "replayed", "corrected"];
const LEAST = 10;
const MONTH = 30 * 86_400;
const NONE = { node: "", read: () => undefined };

/** {node, read() -> by seat the milliseconds that its bank then has, or undefined}. */
export function bankFields({ t }, { clock, seats }, kind) {
  if (!clock || !CLOCKED.includes(kind)) return NONE;
  const most = Math.max(LEAST, clock.terms.most ?? MONTH);
  const inputs = clock.seats.filter(({ away }) => !away).map(({ seat }) => {
    const input = h("input", { type: "number", name: `bank-${seat}`, min: LEAST, max: most, step: 1 });
    return { seat, input, node: field(t("{who}: seconds left for the whole game", { who: seatName(t, seats, seat) }), input) };
  });
  const read = () => {
    const banks = inputs.filter(({ input }) => input.value !== "").map(({ seat, input }) => [seat, 1000 * input.valueAsNumber]);
    return banks.length ? Object.fromEntries(banks) : undefined;
  };
  const summary = h("summary", {}, t("Set clocks"));
  return { node: h("details", { class: "banks" }, summary, inputs.map(({ node }) => node)), read };
}

/** What a ruling says of the banks that it sets. */
export function bankWords(t, seats, clock) {
  const each = Object.entries(clock ?? {}).map(([seat, left]) => t("{who}: {left}", { who: seatName(t, seats, Number(seat)), left: inWords(t, left) }));
  return each.length ? t("Clocks are set to: {each}.", { each: each.join(", ") }) : "";
}

/** Nodes with what a preview says of the clocks. */
export function clocksAfter(t, seats, clocks) {
  if (!clocks?.length) return [];
  const line = ({ seat, left, grace }) => h("li", {}, t("{who}: {left}", { who: seatName(t, seats, seat), left: inWords(t, left + grace) }));
  return [h("p", {}, t("The clocks afterwards, none of which runs for half a minute:")), h("ul", { class: "preview-list" }, clocks.map(line))];
}
