// Server of the benchmark of downloads, in a process of its own: one file, with and without the check of its bytes.

import { createReadStream } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import Fastify from "fastify";
import { type HostedFile, sendFile } from "../../src/http/send-file.js";
import { FileChecker } from "../../src/integrity/file-checker.js";
import { FileGuard } from "../../src/integrity/file-guard.js";
import { openHasher } from "../../src/integrity/hasher.js";

/** Usage of this process since the request before. */
export interface Usage {
  cpuMs: number;
  longestStallMs: number;
}

const [dataDir = "", name = "", bytes = "", sha256 = ""] = process.argv.slice(2);
const chunkBytes = 1 << 18;

const file: HostedFile = {
  owner: { of: "result", resourceId: "", resultDir: "" },
  path: name,
  expected: { bytes: Number(bytes), sha256 },
  modifiedMs: 0,
  contentType: "text/csv",
  downloadName: name,
};

const files = new FileGuard({
  dataDir,
  checker: new FileChecker(openHasher().hash),
  report: async () => {
    throw new Error("Bug: the file of the benchmark is damaged");
  },
});

const stalls = monitorEventLoopDelay({ resolution: 1 });
stalls.enable();
let before = process.cpuUsage();

const usage = (): Usage => {
  const { user, system } = process.cpuUsage(before);
  const found = { cpuMs: (user + system) / 1000, longestStallMs: stalls.max / 1e6 };
  before = process.cpuUsage();
  stalls.reset();
  return found;
};

const app = Fastify();
app.get("/checked", (request, reply) => sendFile(request, reply, { dataDir, files }, file));
app.get("/unchecked", (_request, reply) =>
  reply
    .header("content-length", bytes)
    .send(createReadStream(`${dataDir}/${name}`, { highWaterMark: chunkBytes })),
);
app.get("/usage", async () => usage());
process.send?.(await app.listen({ port: 0, host: "127.0.0.1" }));
