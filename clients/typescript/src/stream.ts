// Server-Sent Events over fetch, so that tokens are sent in a header; resumed after every cut, each event once.
import { type Kronika, unreachable } from "./kronika.ts";
import { watched } from "./line.ts";
import { Unreachable } from "./problem.ts";
import { pause, pauseAfter } from "./retry.ts";

/** A stream that is silent for so many milliseconds is dead: the service sends a comment every 5 seconds. */
const SILENCE = 12_000;

export interface Message {
  /** The position to resume after; absent in messages that are not part of the log. */
  id?: number;
  type: string;
  data: unknown;
}

export interface Following {
  token?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The messages of a stream after a position, each once, until the service says that there are no more. Throws Problem if it is refused. */
export async function* subscribe(service: Kronika, path: string, after: number, { token, signal }: Following): AsyncGenerator<Message, void, void> {
  let last = after;
  for (let failures = 0; ; failures += 1) {
    let why: unknown = new Unreachable("the stream has ended");
    const line = watched(SILENCE, signal);
    try {
      const headers = { "Last-Event-ID": String(last) };
      const answer = await service.open(path, { accept: "text/event-stream", headers, signal: line.signal, ...(token !== undefined && { token }) });
      if (answer.status === 204) return;
      for await (const message of messages(answer.body as ReadableStream<Uint8Array<ArrayBuffer>>, line.feed)) {
        failures = 0;
        if (message.id !== undefined && message.id <= last) continue;
        last = message.id ?? last;
        yield message;
      }
    } catch (problem) {
      why = unreachable(problem, signal);
    } finally {
      line.end();
    }
    signal?.throwIfAborted();
    const wait = pauseAfter(why, failures, true);
    if (wait === null) throw why;
    await pause(wait, signal);
  }
}

async function* messages(body: ReadableStream<Uint8Array<ArrayBuffer>>, fed: () => void): AsyncGenerator<Message, void, void> {
  let held = "";
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    fed();
    const blocks = (held + piece.value).split("\n\n");
    held = blocks.pop() ?? ""; // a message that was cut off is sent again
    yield* blocks.map(parsed).filter((message) => message !== null);
  }
}

function parsed(block: string): Message | null {
  const fields = new Map(block.split("\n").map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
  const [id, data] = [fields.get("id"), fields.get("data")];
  if (data === undefined) return null;
  return { ...(id && { id: Number(id) }), type: fields.get("event") ?? "message", data: JSON.parse(data) as unknown };
}
