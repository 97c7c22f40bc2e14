// The parent's side of the protocol (see `serve.ts`): starts child processes and sends them requests.

import { AsyncResource } from "node:async_hooks";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Refusal } from "../../errors/refusal.js";
import { setNiceness } from "./niceness.js";
import { type ChildMessage, type ProcessUsage, slotGiven } from "./serve.js";

interface ChildOptions {
  execArgv?: string[];
  /**
   * Receives what the child prints, such as the last words of an engine that crashes; absent: this process
   * prints it too.
   */
  onLine?(line: string): void;
  niceness: number;
}

/**
 * A child process for work that needs the engine. It ends with this process, however this process ends.
 * Throws the error of a machine that cannot start another process.
 */
export const forkChild = async (
  module: URL,
  { execArgv, onLine, niceness }: ChildOptions,
): Promise<ChildProcess> => {
  const output = onLine ? "pipe" : "inherit";
  const child = fork(module, {
    // Standard input is the lifeline: it closes when this process ends, which ends the child.
    stdio: ["pipe", output, output, "ipc"],
    // A process group of its own, so that a terminal's Ctrl-C reaches the parent first.
    detached: true,
    ...(execArgv && { execArgv }),
  });
  // A process that could not start has one error, or several, and often no streams.
  child.on("error", () => {});
  await once(child, "spawn");
  setNiceness(child, niceness);
  if (onLine)
    for (const stream of [child.stdout!, child.stderr!])
      createInterface({ input: stream }).on("line", AsyncResource.bind(onLine));
  return child;
};

/** A child that ended without a final message: killed, out of memory, or crashed with the engine. */
export class ProcessEnded extends Error {
  override name = "ProcessEnded";

  /** `hasBegun`: false if it ended before it could receive its request. */
  constructor(
    readonly code: number | null,
    readonly signal: NodeJS.Signals | null,
    readonly hasBegun = true,
  ) {
    super(signal === null ? `exit code ${code}` : `signal ${signal}`);
  }
}

interface RequestOptions {
  /** The fraction never falls, also where a step begins again in another way. */
  onProgress?(fraction: number, doing: string): void;
  /** A slot for a child that wants one; the function gives it back. Absent: it has one. */
  takeSlot?: (() => Promise<() => void>) | undefined;
}

/** Resolves to the child's result. Throws Refusal for the caller's faults, ProcessEnded and Error for ours. */
export const request = (
  child: ChildProcess,
  work: object,
  { onProgress = () => {}, takeSlot = async () => () => {} }: RequestOptions = {},
): Promise<{ result: unknown; usage: ProcessUsage }> =>
  new Promise((resolve, reject) => {
    let slot: Promise<() => void> | undefined;
    const wantSlot = (): void => {
      slot = takeSlot();
      // Whoever stops waiting ends the child.
      slot.then(() => child.connected && child.send(slotGiven)).catch(() => {});
    };
    const leaveSlot = (): void => {
      slot?.then((leave) => leave()).catch(() => {});
      slot = undefined;
    };
    const end = (settle: () => void): void => {
      leaveSlot();
      child.off("message", onMessage).off("error", onError).off("exit", onExit);
      settle();
    };
    const onError = (error: Error): void => end(() => reject(error));
    let reached = 0;
    const progressTo = (fraction: number, doing: string): void => {
      reached = Math.max(reached, fraction);
      onProgress(reached, doing);
    };
    let isSent = true;
    const onExit = (code: number | null, signal: NodeJS.Signals | null): void =>
      end(() => reject(new ProcessEnded(code, signal, isSent)));
    const onMessage = (received: unknown): void => {
      const message = received as ChildMessage;
      if (message.at === "progress") progressTo(message.fraction, message.doing);
      else if (message.at === "slot-wanted") wantSlot();
      else if (message.at === "slot-left") leaveSlot();
      else end(() => settleWith(message, resolve, reject));
    };
    child.on("message", onMessage).on("error", onError).on("exit", onExit);
    child.send(work, (error) => {
      if (!error) return;
      isSent = false;
      // It has ended, and its exit follows; if not, it hears nothing any more.
      child.kill("SIGKILL");
    });
  });

type FinalMessage = Extract<ChildMessage, { at: "done" | "refused" | "failed" }>;

const settleWith = (
  message: FinalMessage,
  resolve: (done: { result: unknown; usage: ProcessUsage }) => void,
  reject: (error: Error) => void,
): void => {
  if (message.at === "done") resolve(message);
  else if (message.at === "refused") reject(new Refusal(message.code, message.params));
  else reject(new Error(message.message));
};
