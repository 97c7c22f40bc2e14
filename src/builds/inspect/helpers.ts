// The processes that answer. To start one takes longer than most answers, so one that has answered waits a while for the next
// question. It keeps nobody from ending: while it waits it does not count as something that this process is doing.

import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import type { InspectionResult } from "../../domain/inspection.js";
import { Refusal, retryLater } from "../../errors/refusal.js";
import { forkChild } from "../execute/process.js";
import type { Inspection, InspectionMessage } from "./child.js";

const longestMs = 20_000;
const idleMs = 60_000;

export class Helpers {
  /** Waiting, the one that answered last at the end, each with what will end it. */
  private readonly idle: { child: ChildProcess; alarm: NodeJS.Timeout }[] = [];

  /** Refuses `inspection-slow` and what the answer refuses. A helper that failed is not asked again. */
  async answer<I extends Inspection>(inspection: I): Promise<InspectionResult<I["question"]>> {
    const child = this.awaken() ?? this.start();
    const alarm = setTimeout(() => child.kill("SIGKILL"), longestMs);
    try {
      const message = await finalMessage(child, inspection);
      if (message.at === "failed") throw new Error(message.message);
      this.rest(child);
      if (message.at === "refused") throw new Refusal(message.code, message.params);
      return message.answer as InspectionResult<I["question"]>;
    } catch (error) {
      if (!(error instanceof Refusal)) child.kill("SIGKILL");
      throw error;
    } finally {
      clearTimeout(alarm);
    }
  }

  /** Ends those that wait. */
  close(): void {
    for (const { child } of this.idle) child.kill("SIGKILL");
  }

  private start(): ChildProcess {
    const child = forkChild(new URL("./child.js", import.meta.url));
    child.once("exit", () => this.take((waiting) => waiting === child));
    return child;
  }

  private awaken(): ChildProcess | undefined {
    const child = this.take(({ connected }) => connected);
    if (child) for (const held of handlesOf(child)) held.ref();
    return child;
  }

  private rest(child: ChildProcess): void {
    const alarm = setTimeout(() => child.kill("SIGKILL"), idleMs).unref();
    this.idle.push({ child, alarm });
    for (const held of handlesOf(child)) held.unref();
  }

  private take(isWanted: (child: ChildProcess) => boolean): ChildProcess | undefined {
    const place = this.idle.findLastIndex(({ child }) => isWanted(child));
    const [taken] = place < 0 ? [] : this.idle.splice(place, 1);
    clearTimeout(taken?.alarm);
    return taken?.child;
  }
}

/** The process, the channel to it and the pipe of its lifeline, each of which would keep this process going. */
const handlesOf = (child: ChildProcess): { ref(): void; unref(): void }[] => [
  child,
  child.channel!,
  child.stdin as Socket,
];

const finalMessage = (child: ChildProcess, inspection: Inspection): Promise<InspectionMessage> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      child.off("message", answered).off("error", failed).off("exit", ended);
      act();
    };
    const answered = (message: unknown) => settle(() => resolve(message as InspectionMessage));
    const failed = (error: Error) => settle(() => reject(error));
    const ended = (code: number | null, signal: NodeJS.Signals | null) =>
      settle(() => reject(endedEarly(code, signal)));
    child.on("message", answered).on("error", failed).on("exit", ended);
    child.send(inspection);
  });

const endedEarly = (code: number | null, signal: NodeJS.Signals | null): Error =>
  signal === "SIGKILL"
    ? retryLater("inspection-slow", { limit: longestMs / 1000 })
    : new Error(`An inspection ended early (exit code ${code}).`);
