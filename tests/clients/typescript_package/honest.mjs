// An honest player at both seats of a service that may not be: `node honest.mjs URL GAME`. Twice it waits for a line before it acts.
import { createInterface } from "node:readline/promises";
import { SplitView, play, sit } from "@kronika/client";

const [url, game] = process.argv.slice(2);
const address = `${url}/games/${game}`;
const lines = createInterface({ input: process.stdin });
let turns = 0;

async function player(seat) {
  const { token } = await sit(address, { name: `P${seat}`, seat }, { signed: true });
  return async () => {
    for await (const turn of play(address, token)) {
      if ([4, 6].includes(++turns)) {
        console.log("ready");
        await lines.question("");
      }
      await turn.act(turn.actions[0]);
    }
  };
}

const players = [await player(1), await player(2)];
try {
  await Promise.race(players.map((begin) => begin()));
  console.log(JSON.stringify({}));
} catch (problem) {
  if (!(problem instanceof SplitView)) throw problem;
  console.log(JSON.stringify({ why: problem.message, known: problem.known, given: problem.given }));
}
process.exit();
