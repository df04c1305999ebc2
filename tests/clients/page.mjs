// The page's watch over a game, outside a browser: a question a line, and each request of the page a line that is answered by one.
import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (what) => console.log(JSON.stringify(what));
const next = async () => JSON.parse((await lines.next()).value ?? "null");

const stored = new Map();
globalThis.localStorage = { getItem: (name) => stored.get(name) ?? null, setItem: (name, value) => stored.set(name, value) };
globalThis.document = { documentElement: { lang: "en" } };
globalThis.addEventListener = () => {};

/** One request at a time is on its way: the page sends some of them together. */
let last = Promise.resolve();
globalThis.fetch = (path, { method = "GET", body = null }) => (last = last.then(async () => {
  say({ method, path, body });
  const { status, body: bytes, headers } = await next();
  return new Response(Buffer.from(bytes, "base64"), { status, headers });
}));

const part = (name) => import(new URL(`../../api/static/web/${name}.js`, import.meta.url).href);
const { watchOver } = await part("trust/watch");
const { compareLog } = await part("trust/servicelog");
const { recordBreach } = await part("trust/watch");
const memory = () => Object.fromEntries([...stored].map(([name, value]) => [name.replace("kronika.", ""), JSON.parse(value)]));

for (let asked = await next(); asked; asked = await next()) {
  const { game, seat, memory: before, file } = asked;
  stored.clear();
  for (const [name, value] of Object.entries(before)) stored.set(`kronika.${name}`, JSON.stringify(value));
  try {
    const found = file ? await compareLog(file, (problem) => recordBreach(game, problem)) : await watchOver(game, "token", () => {}).reveal(seat);
    say({ found, memory: memory() });
  } catch (problem) {
    say({ problem: problem.message, memory: memory() });
  }
}
