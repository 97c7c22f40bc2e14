// Child processes in which steps run. A process that has done a small step is kept a while for the next one
// of the same account: starting one costs as much as such a step. One that has grown, or served long enough,
// ends, and so does one that nobody needs. While a step runs, a spare process starts for the next one, so
// that no step waits for its process to load the engine.

import type { ChildProcess } from "node:child_process";
import { residentMb } from "./build-memory.js";
import { forkChild } from "./process.js";
import { buildNiceness } from "./processor-shares.js";

/** Memory above which a process ends after its step: what an engine leaves behind is not all given back. */
const mostKeptMb = 256;
const mostSteps = 50;
const idleMs = 10_000;

/** A spare one is kept for longer, since a step may run for minutes. */
const spareMs = 60_000;

export class StepProcess {
  steps = 0;
  /** Receives what the process prints. */
  onLine: ((line: string) => void) | undefined;
  /** Never rejects: a request that a dead process cannot receive is the error of that request. */
  readonly closed: Promise<unknown>;

  constructor(readonly child: ChildProcess) {
    this.closed = new Promise((resolve) => child.once("close", resolve));
  }

  isAlive(): boolean {
    const { exitCode, signalCode, connected } = this.child;
    return exitCode === null && signalCode === null && connected;
  }

  end(): void {
    this.child.kill("SIGKILL");
  }
}

interface Idle {
  process: StepProcess;
  account: string;
  timer: NodeJS.Timeout;
}

/** A process that has served nobody. */
interface Spare {
  starting: Promise<StepProcess>;
  heapMb: number;
  prints: boolean;
  timer: NodeJS.Timeout;
}

export class StepProcesses {
  private idle: Idle[] = [];
  private spare: Spare | undefined;
  private isClosed = false;

  /** A process for a step of the account; a process never serves two accounts. */
  async take(account: string | undefined, heapMb: number, prints: boolean): Promise<StepProcess> {
    const found = this.idle.find((idle) => idle.account === account);
    if (found) this.leave(found);
    if (found?.process.isAlive()) return found.process;
    return (await this.takeSpare(heapMb, prints)) ?? start(heapMb, prints);
  }

  /** Starts the process of a next step, if none waits. */
  prepare(heapMb: number, prints: boolean): void {
    if (this.spare || this.isClosed) return;
    const starting = start(heapMb, prints);
    const spare: Spare = {
      starting,
      heapMb,
      prints,
      timer: setTimeout(() => this.endSpare(), spareMs).unref(),
    };
    this.spare = spare;
    // A machine without room for another process says so to the step that needs one.
    starting.catch(() => this.forget(spare));
  }

  /** Undefined if there is none that fits. */
  private async takeSpare(heapMb: number, prints: boolean): Promise<StepProcess | undefined> {
    const { spare } = this;
    if (spare?.heapMb !== heapMb || spare.prints !== prints) return undefined;
    this.forget(spare);
    const process = await spare.starting.catch(() => undefined);
    return process?.isAlive() ? process : undefined;
  }

  private forget(spare: Spare): void {
    clearTimeout(spare.timer);
    if (this.spare === spare) this.spare = undefined;
  }

  private endSpare(): void {
    const { spare } = this;
    if (!spare) return;
    this.forget(spare);
    spare.starting.then((process) => process.end()).catch(() => {});
  }

  /** After a step that ended well, or was refused. */
  async giveBack(process: StepProcess, account: string | undefined): Promise<void> {
    const isWorn = account === undefined || process.steps >= mostSteps;
    if (isWorn || (await residentMb(process.child.pid)) > mostKeptMb || this.isClosed || !process.isAlive())
      return process.end();
    process.onLine = undefined;
    const idle: Idle = { process, account, timer: setTimeout(() => this.retire(idle), idleMs).unref() };
    this.idle.push(idle);
  }

  close(): void {
    this.isClosed = true;
    this.endSpare();
    for (const idle of [...this.idle]) this.retire(idle);
  }

  private retire(idle: Idle): void {
    this.leave(idle);
    idle.process.end();
  }

  private leave(idle: Idle): void {
    clearTimeout(idle.timer);
    this.idle = this.idle.filter((other) => other !== idle);
  }
}

const start = async (heapMb: number, prints: boolean): Promise<StepProcess> => {
  let started: StepProcess | undefined;
  const child = await forkChild(new URL("./child.js", import.meta.url), {
    execArgv: [`--max-old-space-size=${heapMb}`],
    niceness: buildNiceness,
    ...(prints && { onLine: (line) => started?.onLine?.(line) }),
  });
  started = new StepProcess(child);
  return started;
};
