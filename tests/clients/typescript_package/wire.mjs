// What the client does where a service fails, refuses or is slow: says so in a line of JSON.
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { Kronika, gameAt, readWebhook, subscribe } from "@kronika/client";

/** Runs `work` against a service that answers with `script`, one function a request; gives what it returned or threw, and the requests. */
async function against(script, work) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method, key: request.headers["idempotency-key"], last: request.headers["last-event-id"] });
    (script.shift() ?? cut)(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const kronika = new Kronika(`http://127.0.0.1:${server.address().port}`, { patience: 5 });
  const result = await work(kronika).catch((problem) => ({ thrown: problem.name, kind: problem.kind, rule: problem.rule, detail: problem.detail }));
  server.closeAllConnections();
  server.close();
  return { result, requests };
}

const cut = (response) => response.destroy();
const ok = (response) => response.writeHead(200, { "Content-Type": "application/json" }).end('{"id":"x"}');
const problem = (status, body, headers = {}) => (response) => response.writeHead(status, { "Content-Type": "application/problem+json", ...headers }).end(JSON.stringify(body));
const refused = problem(409, { type: "/problems/illegal-action", detail: "The fort is taken.", rule: "romans.12" });
const later = problem(503, { type: "/problems/busy" }, { "Retry-After": "1" });
const halfRefused = (response) => response.writeHead(409, { "Content-Type": "application/problem+json", "Content-Length": 100 }).write("{", () => response.destroy());
const stream = (text) => (response) => {
  response.writeHead(200, { "Content-Type": "text/event-stream" }).write(text);
  setImmediate(() => response.destroy());
};
const over = (response) => response.writeHead(204).end();

const create = (kronika) => kronika.request("POST", "/v1/games", { body: { ruleset: "touche", seats: 2 } });
const hook = (kronika) => kronika.request("POST", "/v1/hooks", { body: { url: "https://x.example", about: "me" } });

async function heard(kronika) {
  const found = [];
  for await (const message of subscribe(kronika, "/v1/stream", 0, {})) found.push(message);
  return found;
}

/** The same where a character arrives at a time, once. */
async function piecewise(text) {
  const answers = [new Response(ReadableStream.from([...text].map((one) => new TextEncoder().encode(one)))), new Response(null, { status: 204 })];
  return heard(new Kronika("http://x.example", { fetch: async () => answers.shift() }));
}

const secret = `whsec_${btoa("0123456789abcdef01234567")}`;
const body = '{"type":"ping","timestamp":"","data":{"challenge":"ż"}}';
const signature = (at) => `v1,${createHmac("sha256", "0123456789abcdef01234567").update(`a.${at}.${body}`).digest("base64")}`;
const now = Math.floor(Date.now() / 1000);
const headers = (at) => ({ "webhook-id": "a", "webhook-timestamp": String(at), "webhook-signature": `v1,AAAA ${signature(at)}` });
const read = (secrets, given, text = body) => readWebhook(secrets, given, text).then(({ data }) => data.challenge, () => null);

const found = {
  cut: against([cut, halfRefused, later, ok], create),
  uncertain: against([cut], hook),
  postponed: against([later, ok], hook),
  refused: against([refused], create),
  events: against([stream("id: 1\ndata: 1\n\nid: 2\ndata: 2\n\n: now 5\n\nid: 3\nda"), stream("id: 2\ndata: 2\n\nid: 3\ndata: 3\n\n"), over], heard),
  pieces: piecewise("id: 1\nevent: rewound\ndata: 1\n\n: now 5\n\nevent: analysis\ndata: {}\n\nid: 2\ndata: 2\n\n"),
  closed: against([problem(404, { type: "/problems/not-found", detail: "No." })], heard),
  webhooks: Promise.all([
    read(secret, headers(now)),
    read(["whsec_AAAA", secret], { ...headers(now), "webhook-id": undefined, "Webhook-Id": "a" }, new TextEncoder().encode(body)),
    read("whsec_AAAA", headers(now)),
    read(secret, headers(now - 600)),
    read(secret, headers(now), body.replace("ping", "pong")),
  ]),
  addresses: ["/base/games/ID", "/?next=https://x.example/games/ID"].map((rest) => {
    try {
      return gameAt(`https://x.example${rest.replace("ID", "0".repeat(32))}`).service.url;
    } catch (problem) {
      return problem.name;
    }
  }),
};
const entries = Object.entries(found).map(async ([name, one]) => [name, await one]);
console.log(JSON.stringify(Object.fromEntries(await Promise.all(entries))));
