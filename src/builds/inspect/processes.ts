// Pool of processes that answer inspections. Starting a process takes longer than most answers, so a process that has
// answered waits for the next inspection. While it waits, it does not keep the service from exiting.

import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import type { InspectionName, InspectionResult } from "../../domain/kinds/inspection.js";
import { Refusal, retryLater } from "../../errors/refusal.js";
import { forkChild, ProcessEnded, request } from "../execute/process.js";
import { processorShares, questionNiceness } from "../execute/processor-shares.js";
import type { InspectionRequest } from "./child.js";

const maxAnswerMs = 20_000;
/** Such files may have as many rows as there are people or records, and rows that are left out are read from all files. */
const maxFileMs = 300_000;
const files: readonly InspectionName[] = ["changes", "left_out_rows", "crosswalk", "person_archive"];
const maxIdleMs = 60_000;

export class InspectionProcesses {
  /** Idle processes with the timer that ends each; the one that answered last is at the end. */
  private readonly idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = [];

  /** Refuses `inspection-slow` and what the inspection itself refuses. A process that failed is not used again. */
  async answer<I extends InspectionRequest>(
    inspection: I,
    accountId: string,
  ): Promise<InspectionResult<I["inspection"]>> {
    const child = this.wake() ?? (await this.start());
    const limit = files.includes(inspection.inspection) ? maxFileMs : maxAnswerMs;
    const timer = setTimeout(() => child.kill("SIGKILL"), limit);
    const leaveShare = processorShares.begin(child, accountId, questionNiceness);
    try {
      const { result } = await request(child, inspection);
      this.rest(child);
      return result as InspectionResult<I["inspection"]>;
    } catch (error) {
      if (error instanceof Refusal) this.rest(child);
      else child.kill("SIGKILL");
      throw error instanceof ProcessEnded ? endedEarly(error, limit) : error;
    } finally {
      leaveShare();
      clearTimeout(timer);
    }
  }

  /** Ends the idle processes. */
  close(): void {
    for (const { child } of this.idle) child.kill("SIGKILL");
  }

  private async start(): Promise<ChildProcess> {
    const child = await forkChild(new URL("./child.js", import.meta.url), { niceness: questionNiceness });
    child.once("exit", () => this.take((idle) => idle === child));
    return child;
  }

  private wake(): ChildProcess | undefined {
    const child = this.take(({ connected }) => connected);
    if (child) for (const handle of handlesOf(child)) handle.ref();
    return child;
  }

  private rest(child: ChildProcess): void {
    const timer = setTimeout(() => child.kill("SIGKILL"), maxIdleMs).unref();
    this.idle.push({ child, timer });
    for (const handle of handlesOf(child)) handle.unref();
  }

  private take(isWanted: (child: ChildProcess) => boolean): ChildProcess | undefined {
    const index = this.idle.findLastIndex(({ child }) => isWanted(child));
    const [taken] = index < 0 ? [] : this.idle.splice(index, 1);
    clearTimeout(taken?.timer);
    return taken?.child;
  }
}

/** The process, its channel and the pipe of its lifeline: each of them would keep the service running. */
const handlesOf = (child: ChildProcess): { ref(): void; unref(): void }[] => [
  child,
  child.channel!,
  child.stdin as Socket,
];

const endedEarly = ({ signal, message }: ProcessEnded, limitMs: number): Error =>
  signal === "SIGKILL"
    ? retryLater("inspection-slow", { limit: limitMs / 1000 })
    : new Error(`An inspection ended early (${message}).`);
