// Several games at once on boardgame.io, each of which waits for its answer: `node load.cjs PORT LOBBY-PORT GAMES SECONDS`.
// Prints what each answer took, in seconds, as JSON.
const { io } = require("socket.io-client");

const [port, lobby, games, seconds] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
const latencies = [];

async function post(path, body) {
  const answer = await fetch(`http://127.0.0.1:${lobby}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function boardgame() {
  const { matchID } = await post("/games/dice/create", { numPlayers: 2 });
  const keys = [];
  for (const playerID of ["0", "1"]) {
    const joined = await post(`/games/dice/${matchID}/join`, { playerID, playerName: "P" });
    keys.push(joined.playerCredentials);
  }
  const socket = io(`${base}/dice`, { transports: ["websocket"] });
  const heard = (event) => new Promise((resolve) => socket.once(event, (...args) => resolve(args)));
  await heard("connect");
  const synced = heard("sync");
  socket.emit("sync", matchID, "0", keys[0], 2);
  let state = (await synced)[1].state;
  return async () => {
    const seat = state.ctx.currentPlayer;
    const type = state._stateID % 2 ? "setAside" : "roll";
    const payload = { type, args: [], playerID: seat, credentials: keys[Number(seat)] };
    const updated = heard("update");
    socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, matchID, seat);
    const next = (await updated)[1];
    if (next._stateID <= state._stateID) throw new Error("the move was refused");
    state = next;
  };
}

async function play(act, stop) {
  while (performance.now() < stop) {
    const began = performance.now();
    await act();
    latencies.push((performance.now() - began) / 1000);
  }
}

async function main() {
  const players = await Promise.all(Array.from({ length: Number(games) }, boardgame));
  const stop = performance.now() + 1000 * Number(seconds);
  await Promise.all(players.map((act) => play(act, stop)));
  process.stdout.write(JSON.stringify(latencies), () => process.exit(0));
}

main();
