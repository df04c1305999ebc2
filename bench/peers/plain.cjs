// What one Node process with SQLite and WebSockets can do at most: next to no rules, nothing proved, one commit a move.
// `node plain.cjs PORT FILE FULL|NORMAL`
const { DatabaseSync } = require("node:sqlite");
const { WebSocketServer } = require("ws");
const { randomInt } = require("node:crypto");

const [port, file, synchronous] = process.argv.slice(2);
const db = new DatabaseSync(file);
db.exec("PRAGMA journal_mode = WAL");
db.exec(`PRAGMA synchronous = ${synchronous}`);
db.exec("CREATE TABLE states (game TEXT PRIMARY KEY, state TEXT NOT NULL)");
db.exec("CREATE TABLE moves (game TEXT, number INTEGER, seat INTEGER, move TEXT, PRIMARY KEY (game, number))");
const read = db.prepare("SELECT state FROM states WHERE game = ?");
const begin = db.prepare("INSERT INTO states VALUES (?, ?)");
const write = db.prepare("UPDATE states SET state = ? WHERE game = ?");
const note = db.prepare("INSERT INTO moves VALUES (?, ?, ?, ?)");

function moved(state, move) {
  if (move === "roll") {
    state.dice = Array.from({ length: state.left }, () => randomInt(1, 7));
  } else {
    state.left = state.left > 1 ? state.left - 1 : 7;
    state.seat = 3 - state.seat;
  }
  state.number += 1;
  return state;
}

function act({ game, seat, move }) {
  const state = JSON.parse(read.get(game).state);
  if (state.seat !== seat) return { error: "not your turn" };
  db.exec("BEGIN IMMEDIATE");
  moved(state, move);
  write.run(JSON.stringify(state), game);
  note.run(game, state.number, seat, move);
  db.exec("COMMIT");
  return state;
}

new WebSocketServer({ port: Number(port), perMessageDeflate: false }).on("connection", (socket) => {
  const game = crypto.randomUUID();
  const state = { game, seat: 1, left: 7, dice: [], number: 0 };
  begin.run(game, JSON.stringify(state));
  socket.send(JSON.stringify(state));
  socket.on("message", (sent) => socket.send(JSON.stringify(act(JSON.parse(sent)))));
});
