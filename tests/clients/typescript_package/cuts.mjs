// A line to a service that is cut again and again, within requests, answers and streams.
import { connect, createServer } from "node:net";

/** The bytes that pass before a cut, on average; now and then many more, so that the longest answers come through. */
const MEAN = 12_000;

/** {url, cuts, close()}: cuts() counts connections that were reset. */
export async function cutting(service) {
  const { hostname, port } = new URL(service);
  const open = new Set();
  let cuts = 0;
  const server = createServer((client) => {
    const there = connect(Number(port), hostname);
    let left = -Math.log(1 - Math.random()) * MEAN;
    const cut = () => {
      client.resetAndDestroy();
      there.destroy();
    };
    for (const [from, to] of [[client, there], [there, client]]) {
      open.add(from);
      from.on("error", cut).on("close", () => {
        open.delete(from);
        to.destroy();
      });
      from.on("data", (bytes) => {
        to.write(bytes.subarray(0, Math.max(0, left)));
        left -= bytes.length;
        if (left <= 0) cuts += 1;
        if (left <= 0) setImmediate(cut);
      });
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, cuts: () => cuts, close };
}
