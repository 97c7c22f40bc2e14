// `bellwether serve` runs the whole service in this process until it is told to stop. SIGTERM and SIGINT end it
// gracefully; a second one does not wait.

import { availableParallelism, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { readConfig } from "../config/config.js";
import { startService } from "../main.js";
import type { Command } from "./command.js";

const machine = () => ({ cores: availableParallelism(), memoryMb: Math.floor(totalmem() / 2 ** 20) });

export const serve: Command = {
  help: `bellwether serve

Runs the API and the builds until it is stopped. All settings come from the environment: PORT (8080),
HOST (127.0.0.1), BELLWETHER_DATA (./data) and those in docs/reference/configuration.md.
`,
  async run(args) {
    parseArgs({ args, options: {} });
    const config = readConfig(process.env, machine());
    const service = await startService(config);
    process.stderr.write(`Bellwether listens on ${service.url}, with its data in ${config.dataDir}\n`);
    await stopSignal();
    await service.close();
  },
};

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let asked = false;
    const stop = (): void => {
      if (asked) process.exit(1);
      asked = true;
      resolve();
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
