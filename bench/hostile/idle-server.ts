// Process of the idle server: it reads every request and refuses it in a few bytes, which is the least that a
// server can do.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gateConnections } from "../../src/http/connection-gate.js";

process.once("disconnect", () => process.exit());
const server = createServer((request, response) => {
  request.resume();
  request.once("end", () => response.writeHead(429, { "content-type": "application/json" }).end("{}"));
});
// As in the service: the pace of an attack with pipelining depends on it.
gateConnections(server);
server.listen(0, "0.0.0.0");
await once(server, "listening");
process.send!((server.address() as AddressInfo).port);
