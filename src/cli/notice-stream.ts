// Notices of the service, as they come: first of the resources that wait, are built or failed, then of every
// change. A stream that breaks is opened again.

import { setTimeout as sleep } from "node:timers/promises";
import type { Notice } from "../http/notices.js";
import { type Client, NoResponse } from "./client.js";

/**
 * Until `signal` is aborted, which throws its reason. `onBreak` is called whenever the stream ended or could
 * not be opened again.
 */
export async function* noticesOf(
  client: Client,
  { signal, onBreak, reopenMs = 2000 }: NoticeOptions,
): AsyncGenerator<Notice> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      const response = await client.send("GET", "/notices", { headers: { accept: "text/event-stream" } });
      for await (const event of eventsIn(response.body ?? [])) yield event;
    } catch (error) {
      signal.throwIfAborted();
      if (isFirst || !(error instanceof NoResponse || isBroken(error))) throw error;
    }
    signal.throwIfAborted();
    onBreak();
    await sleep(reopenMs, undefined, { signal });
  }
}

export interface NoticeOptions {
  signal: AbortSignal;
  onBreak(): void;
  reopenMs?: number;
}

/** Errors of fetch while it reads a body. */
const isBroken = (error: unknown): boolean => error instanceof TypeError;

/** https://html.spec.whatwg.org/multipage/server-sent-events.html */
async function* eventsIn(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Notice> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split("\n\n");
    text = events.pop()!;
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield JSON.parse(data) as Notice;
    }
  }
}
