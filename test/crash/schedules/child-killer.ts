// Child killer: runs the steps of a test, most of them in this process. Those that it is aimed at run in a real child
// process, which it kills at a random moment.

import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../../examples/shop/random.js";
import type { StepOutput } from "../../../src/builds/execute/step.js";
import { StepCrashed, type StepProcessOptions } from "../../../src/builds/execute/step-process.js";
import { runHere } from "../../api/building.js";

/** The compiled service's: a child process needs compiled modules. */
const { runStepProcess } = (await import(
  new URL("../../../dist/src/builds/execute/step-process.js", import.meta.url).href
)) as typeof import("../../../src/builds/execute/step-process.js");

const latestKillMs = 600;

export class ChildKiller {
  kills = 0;
  private readonly left = new Map<string, number>();

  constructor(private readonly random: Random) {}

  /** Kills the next steps of this kind. */
  aimAt(type: string, kills: number): void {
    this.left.set(type, kills);
  }

  readonly runStep = async (options: StepProcessOptions): Promise<StepOutput> => {
    const { type } = options.request;
    const left = this.left.get(type) ?? 0;
    if (left === 0) return runHere(options);
    this.left.set(type, left - 1);
    return this.runAndKill(options);
  };

  private async runAndKill(options: StepProcessOptions): Promise<StepOutput> {
    const before = await children();
    const running = runStepProcess(options).then(
      (output) => ({ output }),
      (error: Error) => ({ error }),
    );
    await sleep(latestKillMs * this.random());
    const own = (await children()).filter((pid) => !before.includes(pid));
    for (const pid of own) spawnSync("kill", ["-9", String(pid)]);
    const ended = await running;
    if ("output" in ended) return ended.output;
    this.kills++;
    throw ended.error.name === "StepCrashed" ? new StepCrashed(ended.error.message) : ended.error;
  }
}

/** Process ids of the steps that this process has started. */
const children = async (): Promise<number[]> => {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const own = await Promise.all(pids.map(async (pid) => ((await isOwnStep(pid)) ? [pid] : [])));
  return own.flat();
};

const isOwnStep = async (pid: number): Promise<boolean> => {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
  const [status, command] = await Promise.all([read("status"), read("cmdline")]);
  return new RegExp(`^PPid:\\s+${process.pid}$`, "m").test(status) && command.includes("execute/child.js");
};
