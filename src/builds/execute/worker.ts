// The worker runs builds side by side, up to the configured number, each taking the next job as soon as it is
// free, and a replay if no build waits; beside them one build of an account that long builds keep waiting, and
// connected builds, which wait for servers of their owners. No account keeps all while another waits
// (`slots.ts`). It also plans accounts whose plan was left for later.

import type { Troubles } from "../../errors/troubles.js";
import type { Queue } from "../../queue/queue.js";
import type { Runner } from "./runner.js";

export interface WorkerOptions {
  queue: Queue;
  runner: Runner;
  parallelBuilds: number;
  parallelConnected: number;
  troubles: Troubles;
  log: { error(fields: object, text: string): void };
}

const pollMs = 1_000;
const preemptMs = 5_000;

/** The returned function stops the worker and requeues running builds. */
export const startWorker = (options: WorkerOptions): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { runner, parallelBuilds, parallelConnected } = options;
  const { signal } = stopping;
  const build = async () => (await runner.buildOne(signal)) || (await runner.replayOne(signal));
  const connected = () => runner.connectedOne(signal);
  const loops = [
    ...Array.from({ length: parallelBuilds }, () => workLoop(options, build, signal)),
    ...Array.from({ length: parallelConnected }, () => workLoop(options, connected, signal)),
    workLoop(options, () => runner.extraOne(signal), signal),
    workLoop(options, () => runner.planOne(), signal),
  ];
  const watch = setInterval(() => preempt(options), preemptMs).unref();
  return async () => {
    clearInterval(watch);
    stopping.abort();
    await Promise.all(loops);
  };
};

const preempt = ({ runner, troubles, log }: WorkerOptions): Promise<void> =>
  runner.preempt().catch((error) => {
    if (!troubles.covers(error)) log.error({ err: error }, "slots could not be examined");
  });

/** `work`: false if there was nothing to do. */
const workLoop = async (
  options: WorkerOptions,
  work: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) if (!(await worked(options, work))) await options.queue.waitForWork(signal, pollMs);
};

const worked = async ({ troubles, log }: WorkerOptions, work: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await work();
  } catch (error) {
    if (!troubles.covers(error)) log.error({ err: error }, "the runner itself failed");
    return false;
  }
};
