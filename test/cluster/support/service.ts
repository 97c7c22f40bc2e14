// Service that computes streams of ten events and more on a cluster.

import { rm } from "node:fs/promises";
import { onTestFinished } from "vitest";
import type { OrdersAccount } from "../../crash/orders-account.js";
import { eventually } from "../../support/eventually.js";
import { type RunningService, startService } from "../../support/service.js";

interface ServiceOptions {
  /** Hook of the test's context, which tests that run beside others must give. */
  onTestFinished?: typeof onTestFinished;
  /** A service that has stopped, whose directory and port it takes. */
  after?: RunningService;
  env?: Record<string, string>;
}

/** It ends with the test. */
export const startWith = async (
  url: string,
  { after, env, onTestFinished: atEnd = onTestFinished }: ServiceOptions = {},
): Promise<RunningService> => {
  const service = await startService({
    env: { BELLWETHER_SPARK_URL: url, BELLWETHER_SPARK_FROM_EVENTS: "10", ...env },
    ...(after && { dataDir: after.dataDir, port: after.port }),
  });
  atEnd(async () => {
    await service.stop();
    await rm(service.dataDir, { recursive: true, force: true });
  });
  return service;
};

export const streamWaits = ({ client }: OrdersAccount, reason: RegExp) =>
  eventually(`the stream waits: ${reason}`, async () => {
    const streams = await client.get<{ waiting_for?: string | null }[]>("/streams");
    return streams.some(({ waiting_for }) => reason.test(waiting_for ?? "")) ? true : undefined;
  });
