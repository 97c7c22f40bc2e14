// A running console: the service, with a fresh data directory or a given one, and a browser to visit it.

import { rm } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { type RunningService, startService } from "../../support/service.js";
import { openBrowser } from "./browser.js";

export interface RunningConsole {
  service: RunningService;
  browser: Browser;
  /** Removes the data directory too. */
  stop(): Promise<void>;
}

export const startConsole = async (
  env: Record<string, string> = {},
  dataDir?: string,
): Promise<RunningConsole> => {
  const options = { env, ...(dataDir !== undefined && { dataDir }) };
  const [service, browser] = await Promise.all([startService(options), openBrowser()]);
  return {
    service,
    browser,
    async stop() {
      await browser.close();
      await service.stop();
      await rm(service.dataDir, { recursive: true });
    },
  };
};
