// The child's side of the protocol: a process that works for the service receives one request at a time over IPC, and answers
// with any number of messages about progress and one final message. Steps and inspections run in such processes.

import { Worker } from "node:worker_threads";
import type { ErrorCode } from "../../errors/catalogue.js";
import { type ErrorParams, Refusal } from "../../errors/refusal.js";

/** CPU time of one request, and the most memory of its process so far; the first request includes the start of the process. */
export interface ProcessUsage {
  cpuSeconds: number;
  peakMb: number;
}

export type ChildMessage =
  | { at: "progress"; fraction: number; doing: string }
  | { at: "done"; result: unknown; usage: ProcessUsage }
  | { at: "refused"; code: ErrorCode; params: ErrorParams }
  | { at: "failed"; message: string };

type Work<Request> = (
  request: Request,
  progress: (fraction: number, doing: string) => void,
) => Promise<unknown>;

/**
 * Answers requests until the parent ends this process, or dies. The process never exits by itself, because an exit can
 * overtake the final message.
 */
export const serveRequests = <Request>(work: Work<Request>): void => {
  new Worker(new URL("./lifeline.js", import.meta.url)).unref();
  // A terminal or a supervisor may signal every process of the service; the parent decides what happens to its children.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
  process.on("message", async (request: Request) => send(await answer(request, work)));
};

const answer = async <Request>(request: Request, work: Work<Request>): Promise<ChildMessage> => {
  try {
    const result = await work(request, (fraction, doing) => send({ at: "progress", fraction, doing }));
    return { at: "done", result, usage: usageOfRequest() };
  } catch (error) {
    if (error instanceof Refusal) return { at: "refused", code: error.code, params: error.params };
    return { at: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

const send = (message: ChildMessage): void => {
  process.send?.(message);
};

let cpuSecondsBefore = 0;

const usageOfRequest = (): ProcessUsage => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6 - cpuSecondsBefore;
  cpuSecondsBefore += cpuSeconds;
  return { cpuSeconds, peakMb: Math.round(maxRSS / 1024) };
};
