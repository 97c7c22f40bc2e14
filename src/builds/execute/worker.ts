// The worker runs builds side by side, up to the configured number, each taking the next job as soon as it is free, and a replay if no
// build waits. No account keeps all of them while another has none and waits (`slots.ts`).

import type { Troubles } from "../../errors/troubles.js";
import type { Queue } from "../../queue/queue.js";
import type { Runner } from "./runner.js";

export interface WorkerOptions {
  queue: Queue;
  runner: Runner;
  parallelBuilds: number;
  troubles: Troubles;
  log: { error(fields: object, text: string): void };
}

const pollMs = 1_000;
const giveWayMs = 5_000;

/** The returned function stops the worker and puts running steps back into the queue. */
export const startWorker = (options: WorkerOptions): (() => Promise<void>) => {
  const stopping = new AbortController();
  const loops = Array.from({ length: options.parallelBuilds }, () => buildLoop(options, stopping.signal));
  const watch = setInterval(() => giveWay(options), giveWayMs).unref();
  return async () => {
    clearInterval(watch);
    stopping.abort();
    await Promise.all(loops);
  };
};

const giveWay = ({ runner, parallelBuilds, troubles, log }: WorkerOptions): Promise<void> =>
  runner.giveWay(parallelBuilds).catch((error) => {
    if (!troubles.covers(error)) log.error({ err: error }, "slots could not be examined");
  });

const buildLoop = async (options: WorkerOptions, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted)
    if (!(await buildOne(options, signal))) await options.queue.waitForWork(signal, pollMs);
};

const buildOne = async ({ runner, troubles, log }: WorkerOptions, signal: AbortSignal): Promise<boolean> => {
  try {
    return (await runner.buildOne(signal)) || (await runner.replayOne(signal));
  } catch (error) {
    if (!troubles.covers(error)) log.error({ err: error }, "the runner itself failed");
    return false;
  }
};
