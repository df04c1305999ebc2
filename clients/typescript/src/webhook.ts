// Standard Webhooks (https://www.standardwebhooks.com).

/** What a hook sends; `data` depends on the type. */
export interface WebhookMessage {
  type: string;
  timestamp: string;
  data: Record<string, unknown> & { n?: number; game?: string; version?: number; seat?: number; challenge?: string };
}

type HeadersLike = Headers | Record<string, string | string[] | undefined>;

/** Seconds by which the clocks may differ; an older request may be a repeated one. */
const TOLERANCE = 300;

/**
 * The message of a request, if one of the secrets of the hook (`whsec_...`) has signed it; throws otherwise. `body` is the body as it was
 * received. A message may come twice: remember its `webhook-id`.
 */
export async function readWebhook(secrets: string | string[], headers: HeadersLike, body: string | Uint8Array): Promise<WebhookMessage> {
  const [id, sent, signatures] = ["id", "timestamp", "signature"].map((name) => header(headers, `webhook-${name}`));
  if (!id || !sent || !signatures) throw new Error("the request has no signature of a webhook");
  if (!(Math.abs(Date.now() / 1000 - Number(sent)) <= TOLERANCE)) throw new Error("the request was signed more than five minutes ago, or one of the clocks is wrong");
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${sent}.${text}`);
  const given = signatures.split(" ").flatMap((one) => (one.startsWith("v1,") ? [bytesOf(one.slice(3))] : []));
  for (const key of await Promise.all([secrets].flat().map(keyOf))) {
    for (const one of given) if (await crypto.subtle.verify("HMAC", key, one, signed)) return JSON.parse(text) as WebhookMessage;
  }
  throw new Error("the request was not signed with the secret of this hook");
}

function header(headers: HeadersLike, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  return Object.entries(headers).find(([one, value]) => value !== undefined && one.toLowerCase() === name)?.[1]?.toString();
}

const keyOf = (secret: string) => crypto.subtle.importKey("raw", bytesOf(secret.replace(/^whsec_/, "")), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
