// The `bellwether serve` command: runs the service in this process. SIGTERM and SIGINT end it gracefully within ten seconds;
// a second signal ends it at once.

import { availableParallelism, totalmem } from "node:os";
import { readConfig } from "../config/config.js";
import { leaseLost } from "../installation/lease.js";
import { startService } from "../main.js";
import { command } from "./command.js";
import type { Output } from "./terminal.js";

/** Work that has not ended by then, such as sending a mail, is cut off; the next start repeats it. */
const lastResortMs = 8_000;

/** Under `npm start`, Ctrl-C arrives twice: from the terminal and from npm. */
const echoMs = 1_000;

const machine = () => ({ cores: availableParallelism(), memoryMb: Math.floor(totalmem() / 2 ** 20) });

export const serve = command({
  usage: "serve",
  text: `Runs the API, the console and the builds. Settings are environment variables: PORT (8080), HOST (127.0.0.1),
BELLWETHER_DATA (./data) and others; docs/reference/configuration.md lists them.`,
  options: {},
  operands: [0, 0],
  async run(_given, { err, environment }) {
    const config = readConfig(environment, machine());
    const stop = stopSignal();
    const say = (line: string): void => void err.write(`${line}\n`);
    // Stopped while it waits for the store, nothing has begun.
    const service = await Promise.race([startService(config, Date.now, say), stop]);
    if (!service) return process.exit(0);
    err.write(`Bellwether is running at ${service.url}, with its data in ${config.dataDir}\n`);
    const isLost = await Promise.race([stop.then(() => false), service.lost.then(() => true)]);
    setTimeout(() => cutOff(err), lastResortMs).unref();
    await service.close();
    if (isLost) throw new Error(leaseLost);
  },
});

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
