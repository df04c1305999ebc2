// Sounds of events, synthesised by a few oscillators and some noise; off until they are switched on.
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
/** The notes of a sound: start and duration (seconds), pitch (hertz; 0 is noise), volume. */
const NOTES = {
  end: [[0, 0.5, 392, 0.12], [0.14, 0.5, 494, 0.12], [0.28, 0.8, 587, 0.12]],
  dice: [0, 0.05, 0.09, 0.15, 0.19].map((at) => [at, 0.035, 0, 0.16]),
  gain: [[0, 0.18, 523, 0.1], [0.1, 0.3, 784, 0.1]],
  card: [[0, 0.09, 0, 0.07]],
  place: [[0, 0.09, 180, 0.14]],
  turn: [[0, 0.16, 659, 0.1], [0.16, 0.24, 880, 0.1]],
  alarm: [[0, 0.12, 740, 0.1], [0.2, 0.12, 740, 0.1]],
};

/** {node, update(head, seat), alarm()}: `node` is the switch; `alarm` is the sound of a clock that is nearly out. */
export function sounds(t) {
  const box = h("input", { type: "checkbox", id: "sounds", checked: remembered("sounds", false) });
  let heard = null;
  let mine = false;
  let speaker = null;

  function play(kind) {
    speaker ??= new AudioContext();
    void speaker.resume();
    for (const note of NOTES[kind]) sound(speaker, note);
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

function sound(speaker, [at, length, pitch, loud]) {
  const begin = speaker.currentTime + at;
  const source = pitch ? tone(speaker, pitch) : noise(speaker, length);
  const volume = speaker.createGain();
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(volume).connect(speaker.destination);
  source.start(begin);
  source.stop(begin + length);
}

function tone(speaker, pitch) {
  const source = speaker.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  return source;
}

function noise(speaker, length) {
  const buffer = speaker.createBuffer(1, Math.ceil(speaker.sampleRate * length), speaker.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  const source = speaker.createBufferSource();
  source.buffer = buffer;
  return source;
}
