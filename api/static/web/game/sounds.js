// Sounds of events, made of noise and sine tones; off until they are switched on.
import { h, on } from "../ui.js";
import { isUnsaid } from "../clock/unsaid.js";
import { remember, remembered } from "../memory.js";

/**
 * The sound for each event type: the first pattern that matches.
 * @type {[RegExp, string][]}
 */
const KINDS = [
  [/game-ended/, "end"],
  [/rolled|thrown/, "dice"],
  [/conquered|won|crowned|completed|captured/, "gain"],
  [/card|warrior|revealed|orders/, "card"],
  [/./, "place"],
];
/**
 * What a sound is made of, in order of time. A knock is noise through a narrow filter, as wood and bone ring shortly; a brush is noise whose
 * filter glides, as a card does over a table; a bell has partials that die away one after the other.
 * @type {Record<string, [kind: "knock" | "brush" | "bell", at: number, pitch: number, length: number, loud: number][]>}
 */
const PARTS = {
  dice: [[0, 2100, 0.05, 0.5], [0.06, 1650, 0.05, 0.4], [0.1, 2400, 0.04, 0.32], [0.17, 1800, 0.05, 0.24], [0.2, 2250, 0.03, 0.16], [0.29, 1500, 0.06, 0.12]].map(([at, pitch, length, loud]) => ["knock", at, pitch, length, loud]),
  card: [["brush", 0, 3800, 0.13, 0.3], ["knock", 0.11, 900, 0.05, 0.2]],
  place: [["knock", 0, 420, 0.09, 0.7], ["knock", 0.008, 1300, 0.04, 0.25]],
  gain: [["bell", 0, 659, 0.5, 0.1], ["bell", 0.11, 988, 0.7, 0.1]],
  turn: [["bell", 0, 784, 0.5, 0.12], ["bell", 0.16, 1047, 0.8, 0.1]],
  end: [["bell", 0, 392, 1, 0.1], ["bell", 0.16, 494, 1, 0.09], ["bell", 0.32, 587, 1.1, 0.09], ["bell", 0.48, 784, 1.8, 0.1]],
  alarm: [["knock", 0, 1100, 0.06, 0.6], ["knock", 0.22, 1100, 0.06, 0.6]],
};
/** Of a bell: how high each partial is above the tone, how loud, and how long it lasts. */
const PARTIALS = [[1, 1, 1], [2.01, 0.45, 0.6], [2.99, 0.22, 0.35], [5.4, 0.08, 0.15]];
const SILENT = 0.0001;

/** {node, update(head, seat), alarm()}: `node` is the switch; `alarm` is the sound of a clock that is nearly out. */
export function sounds(t) {
  const box = h("input", { type: "checkbox", id: "sounds", checked: remembered("sounds", false) });
  let heard = null;
  let mine = false;
  let speaker = null;

  function play(kind) {
    speaker ??= new AudioContext();
    void speaker.resume();
    for (const [how, ...part] of PARTS[kind]) MAKERS[how](speaker, ...part);
  }
  on(box, "change", () => {
    remember("sounds", box.checked);
    if (box.checked) play("turn");
  });

  function update({ version, now, events, doc }, seat) {
    const last = events.findLast((event) => !isUnsaid(event));
    const acts = version === now.doc.version && doc.to_act.includes(seat);
    const news = heard !== null && version > heard && last;
    if (box.checked && news) play(acts && !mine ? "turn" : kindOf(last.type));
    heard = version;
    mine = acts;
  }
  return { node: h("label", { class: "switch" }, box, h("span", {}, t("Sounds"))), update, alarm: () => box.checked && play("alarm") };
}

function kindOf(type) {
  return KINDS.find(([pattern]) => pattern.test(type))[1];
}

const MAKERS = { knock, brush, bell };

function knock(speaker, at, pitch, length, loud) {
  const filter = new BiquadFilterNode(speaker, { type: "bandpass", frequency: pitch, Q: 7 });
  sound(speaker, noise(speaker, length), filter, { at, length, loud: loud * 5, attack: 0.002 });
}

function brush(speaker, at, pitch, length, loud) {
  const filter = new BiquadFilterNode(speaker, { type: "bandpass", frequency: pitch, Q: 0.9 });
  const begin = speaker.currentTime + at;
  filter.frequency.setValueAtTime(pitch / 2, begin);
  filter.frequency.exponentialRampToValueAtTime(pitch, begin + length);
  sound(speaker, noise(speaker, length), filter, { at, length, loud, attack: length / 2 });
}

function bell(speaker, at, pitch, length, loud) {
  for (const [above, share, lasts] of PARTIALS) {
    const tone = new OscillatorNode(speaker, { frequency: pitch * above });
    sound(speaker, tone, null, { at, length: length * lasts, loud: loud * share, attack: 0.006 });
  }
}

/** Begins softly enough not to click, and dies away. */
function sound(speaker, source, filter, { at, length, loud, attack }) {
  const begin = speaker.currentTime + at;
  const volume = new GainNode(speaker, { gain: SILENT });
  volume.gain.setValueAtTime(SILENT, begin);
  volume.gain.exponentialRampToValueAtTime(loud, begin + attack);
  volume.gain.exponentialRampToValueAtTime(SILENT, begin + attack + length);
  (filter ? source.connect(filter) : source).connect(volume).connect(speaker.destination);
  source.start(begin);
  source.stop(begin + attack + length);
}

function noise(speaker, length) {
  const buffer = speaker.createBuffer(1, Math.ceil(speaker.sampleRate * 2 * length), speaker.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return new AudioBufferSourceNode(speaker, { buffer });
}
