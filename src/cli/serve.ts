// The commands `bellwether serve` and `bellwether work`: run the service, or a node of it that only builds,
// in this process. SIGTERM and SIGINT end it gracefully within ten seconds, after the time to drain; a second
// signal ends it at once.

import { setFlagsFromString } from "node:v8";
import { readConfig } from "../config/config.js";
import type { NodeRole } from "../domain/machine/node.js";
import { nameLost } from "../installation/node-name.js";
import { startService } from "../main.js";
import { command } from "./command.js";
import { machine } from "./machine.js";
import type { Output, Terminal } from "./terminal.js";

/** Work that has not ended by then, such as sending a mail, is cut off; the next start repeats it. */
const lastResortMs = 8_000;

/**
 * Growth of the heap between two collections. V8 lets it become four times as large, and builds on the same
 * machine can use that memory.
 */
const heapGrowingPercent = 40;

/** Under `npm start`, Ctrl-C arrives twice: from the terminal and from npm. */
const echoMs = 1_000;

export const serve = command({
  usage: "serve [--no-builds]",
  text: `Runs the API, the console and the builds. Settings are environment variables: PORT (8080), HOST (127.0.0.1),
BELLWETHER_DATA (./data) and others; docs/reference/configuration.md lists them. With PostgreSQL (DATABASE_URL), several
processes on one store and one shared directory divide the work; docs/nodes.md says how.`,
  options: {
    builds: {
      type: "boolean",
      text: "Build, too, as by default; --no-builds leaves that to other processes, such as bellwether work.",
    },
  },
  operands: [0, 0],
  run: ({ values }, terminal) => runNode(values.builds === false ? "serve" : "all", terminal),
});

export const work = command({
  usage: "work",
  text: `Builds, beside any number of bellwether serve on the same PostgreSQL (DATABASE_URL) and the same shared directory
(BELLWETHER_DATA). Give it the settings of the service. It has no API; BELLWETHER_PROBE_PORT opens /health, /ready and /metrics.`,
  options: {},
  operands: [0, 0],
  run: (_given, terminal) => runNode("work", terminal),
});

const runNode = async (role: NodeRole, { err, environment }: Terminal): Promise<void> => {
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`);
  const config = readConfig(environment, machine());
  const stop = stopSignal();
  const say = (line: string): void => void err.write(`${line}\n`);
  // Stopped while it waits for the store, nothing has begun.
  const service = await Promise.race([startService(config, { role, say }), stop]);
  if (!service) return process.exit(0);
  const place = service.url === undefined ? "" : ` at ${service.url}`;
  const what = role === "work" ? `Bellwether builds as ${config.node}` : "Bellwether is running";
  const data =
    config.files === undefined ? config.dataDir : `${config.files}, and copies in ${config.dataDir}`;
  err.write(`${what}${place}, with its data in ${data}\n`);
  const isLost = await Promise.race([stop.then(() => false), service.lost.then(() => true)]);
  setTimeout(() => cutOff(err), config.drainSeconds * 1000 + lastResortMs).unref();
  await service.close();
  if (isLost) throw new Error(nameLost);
};

const cutOff = (err: Output): never => {
  err.write("Work that did not end in time was cut off; the next start repeats it.\n");
  process.exit(0);
};

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let signalledAt: number | undefined;
    const stop = (): void => {
      if (signalledAt !== undefined && performance.now() - signalledAt > echoMs) process.exit(1);
      signalledAt ??= performance.now();
      resolve();
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
