// `bellwether serve` runs the whole service in this process until it is told to stop. SIGTERM and SIGINT end it
// gracefully and within ten seconds; a second one does not wait.

import { availableParallelism, totalmem } from "node:os";
import { readConfig } from "../config/config.js";
import { startService } from "../main.js";
import { command } from "./command.js";

/** What still has not ended by then, such as a mail, is cut off as by a kill; the next start does it again. */
const lastResortMs = 8_000;

/** Ctrl-C reaches us from the terminal, and under `npm start` once more from npm. */
const echoMs = 1_000;

const machine = () => ({ cores: availableParallelism(), memoryMb: Math.floor(totalmem() / 2 ** 20) });

export const serve = command({
  usage: "serve",
  text: `Runs the API and the builds until it is stopped. All settings come from the environment: PORT (8080),
HOST (127.0.0.1), BELLWETHER_DATA (./data) and those in docs/reference/configuration.md.`,
  options: {},
  operands: [0, 0],
  async run(_given, { err, environment }) {
    const config = readConfig(environment, machine());
    const stop = stopSignal();
    const service = await startService(config);
    err.write(`Bellwether listens on ${service.url}, with its data in ${config.dataDir}\n`);
    await stop;
    setTimeout(() => process.exit(0), lastResortMs).unref();
    await service.close();
  },
});

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let askedAt: number | undefined;
    const stop = (): void => {
      if (askedAt !== undefined && performance.now() - askedAt > echoMs) process.exit(1);
      askedAt ??= performance.now();
      resolve();
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
