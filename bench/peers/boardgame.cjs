// boardgame.io's own server with a game of dice: `node boardgame.cjs PORT LOBBY-PORT [FOLDER]`; with a
// folder, by the storage it ships.
const { Server, FlatFile } = require("boardgame.io/server");

const dice = {
  name: "dice",
  setup: () => ({ dice: [1, 1, 1, 1, 1, 1, 1], left: 7 }),
  moves: {
    roll: ({ G, random }) => {
      G.dice = random.D6(G.left);
    },
    setAside: ({ G, events }) => {
      G.left = G.left > 1 ? G.left - 1 : 7;
      events.endTurn();
    },
  },
};

const [port, lobby, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder, logging: false, ttl: false }) : undefined;
Server({ games: [dice], db, origins: ["*"] }).run({ port: Number(port), lobbyConfig: { apiPort: Number(lobby) } });
