// The least server that keeps events: one route of Fastify that appends its body to a file and flushes it, with a
// line of the log for each request. Requests that come while one flush runs share the next. A process of its own.
//
// node least-server.js FILE prints its URL to its parent, and then its log.

import { open } from "node:fs/promises";
import fastify, { LogController } from "fastify";

class OneLine extends LogController {
  override incomingRequest(): void {}
}

const app = fastify({ logger: { level: "info" }, logController: new OneLine(), bodyLimit: 1 << 20 });
const file = await open(process.argv[2]!, "a");
let waiting: { text: string; done(): void }[] = [];
let isWriting = false;

const writeAll = async (): Promise<void> => {
  isWriting = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await file.appendFile(batch.map(({ text }) => text).join(""));
    await file.datasync();
    for (const { done } of batch) done();
  }
  isWriting = false;
};

app.post("/events", async ({ body }) => {
  const events = Array.isArray(body) ? body : [body];
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  await new Promise<void>((done) => {
    waiting.push({ text, done });
    if (!isWriting) void writeAll();
  });
  return { taken: events.length };
});
process.send!(await app.listen({ host: "127.0.0.1", port: 0 }));
