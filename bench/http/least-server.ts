// The least server: one route of Fastify that sends an object, with a line of the log for each request. A
// process of its own.
//
// node least-server.js '{"id": …}' prints its URL, and then its log.

import fastify, { LogController } from "fastify";

class OneLine extends LogController {
  override incomingRequest(): void {}
}

const app = fastify({ logger: { level: "info" }, logController: new OneLine() });
const record: unknown = JSON.parse(process.argv[2]!);
app.get("/record", async () => record);
const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.send!(url);
