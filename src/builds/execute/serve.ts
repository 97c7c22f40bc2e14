// The child's side of the protocol: a process that works for the service receives one request at a time over
// IPC, and answers with any number of messages about progress and one final message. Meanwhile it may want a
// slot of the node, and waits for it. Steps and inspections run in such processes.

import { Worker } from "node:worker_threads";
import type { ErrorCode } from "../../errors/catalogue.js";
import { type ErrorParams, Refusal } from "../../errors/refusal.js";

/**
 * CPU time of one request, and the most memory of its process so far; the first request includes the start of
 * the process.
 */
export interface ProcessUsage {
  cpuSeconds: number;
  peakMb: number;
}

/** The message to a child that waits for a slot, once it has one. */
export const slotGiven = { slot: "given" } as const;

export type ChildMessage =
  | { at: "slot-wanted" }
  | { at: "slot-left" }
  | { at: "progress"; fraction: number; doing: string }
  | { at: "done"; result: unknown; usage: ProcessUsage }
  | { at: "refused"; code: ErrorCode; params: ErrorParams }
  | { at: "failed"; message: string };

type Work<Request> = (
  request: Request,
  progress: (fraction: number, doing: string) => void,
  computing: <T>(work: () => Promise<T>) => Promise<T>,
) => Promise<unknown>;

/**
 * Answers requests until the parent ends this process, or dies. The process never exits by itself, because an exit can
 * overtake the final message.
 */
export const serveRequests = <Request>(work: Work<Request>): void => {
  endWithParent();
  process.on("message", async (message: Request | typeof slotGiven) => {
    if (isSlot(message)) onSlot();
    else send(await answer(message, work));
  });
};

/** A child ends with the service, and only with it. */
export const endWithParent = (): void => {
  new Worker(new URL("./lifeline.js", import.meta.url)).unref();
  // A terminal or a supervisor may signal every process of the service; the parent decides what happens to
  // its children.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
};

const isSlot = (message: unknown): message is typeof slotGiven =>
  typeof message === "object" && message !== null && "slot" in message && message.slot === slotGiven.slot;

let onSlot = (): void => {};
let hasSlot = false;

/** Work within such work has the slot already. */
const computing = async <T>(work: () => Promise<T>): Promise<T> => {
  if (hasSlot) return work();
  const given = new Promise<void>((resolve) => {
    onSlot = resolve;
  });
  send({ at: "slot-wanted" });
  await given;
  hasSlot = true;
  try {
    return await work();
  } finally {
    hasSlot = false;
    send({ at: "slot-left" });
  }
};

const answer = async <Request>(request: Request, work: Work<Request>): Promise<ChildMessage> => {
  try {
    const progress = (fraction: number, doing: string) => send({ at: "progress", fraction, doing });
    const result = await work(request, progress, computing);
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
