// The playhead outside a browser, on a clock that the test moves: a replay plays by itself, and a stop stops it.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const { STEP, createPlayhead } = await import(new URL("../../api/static/web/theatre/playhead.js", import.meta.url).href);
Object.assign(globalThis, { document: { hidden: false }, matchMedia: () => ({ matches: false }) });
mock.timers.enable({ apis: ["setTimeout"] });

const settled = () => new Promise(setImmediate);
const gameOf = (last) => ({ doc: { version: last }, frames: Array.from({ length: last }, (_, n) => ({ version: n + 1, action: n + 1 })) });

/** The versions that are shown, in order; loading waits for `loads`. */
let shown, playhead, loads, rate;

beforeEach(async () => {
  [shown, loads, rate] = [[], Promise.resolve(), 1];
  const stateAt = (version) => loads.then(() => ({ version }));
  const changed = ({ version }) => shown.at(-1) === version || shown.push(version);
  playhead = createPlayhead({ events: [], stateAt }, { changed, speed: () => rate });
  await playhead.news(gameOf(9), 1);
});

async function steps(count, length = STEP) {
  for (let n = 0; n < count; n += 1) {
    mock.timers.tick(length);
    await settled();
  }
}

async function stopAfterThree() {
  void playhead.tell();
  await settled();
  await steps(2);
  playhead.stop();
  await steps(3);
}

test("it plays one action a step, and stops", async () => {
  await stopAfterThree();
  assert.deepEqual(shown, [1, 2, 3, 4]);
  assert.deepEqual([playhead.head.walking, playhead.head.following], [false, false]);
});

test("news do not set it going again", async () => {
  await stopAfterThree();
  void playhead.news(gameOf(12));
  await steps(3);
  assert.deepEqual(shown, [1, 2, 3, 4]);
});

test("a position that is still being loaded is not shown any more", async () => {
  let loaded;
  loads = new Promise((resolve) => (loaded = resolve));
  void playhead.tell();
  playhead.stop();
  loaded();
  await steps(3);
  assert.deepEqual(shown, [1]);
});

test("played again at once, it continues to the end, no faster than before", async () => {
  void playhead.tell();
  await settled();
  await steps(3, STEP / 2);
  playhead.stop();
  void playhead.tell();
  await settled();
  await steps(1, STEP / 2);
  assert.deepEqual(shown, [1, 2, 3, 4]);
  await steps(9);
  assert.deepEqual(shown, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("at twice the speed a step takes half the time", async () => {
  rate = 2;
  void playhead.tell();
  await settled();
  await steps(9, STEP / 2);
  assert.deepEqual(shown, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("what was stopped and fails to load later does not stop what plays now", async () => {
  let fail;
  loads = new Promise((_, reject) => (fail = reject));
  const stopped = playhead.tell();
  playhead.stop();
  loads = Promise.resolve();
  void playhead.tell();
  fail(new Error("no connection"));
  await assert.rejects(stopped);
  await steps(9);
  assert.deepEqual(shown, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
