// References of the same run: what the engine alone takes to copy and to count, and a script that a user of
// pandas or polars would write.

import { execFile } from "node:child_process";
import { freemem } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "../../src/warehouse/sql/sql.js";
import { copyStep } from "../orders/steps.js";
import { inProcess, type Steps } from "../program/step-process.js";
import type { Use } from "./measured.js";

export const referenceSteps = {
  copy: copyStep,
  "group-by": ({ file }, { engine }) =>
    engine.rows(sql`
      select count(*) as people from (
        select person_id from read_parquet(${file}) group by person_id having count(*) >= 2)`),
} satisfies Steps;

/** A process of the engine alone, with its start. */
export const engineReference = async (
  step: keyof typeof referenceSteps,
  file: string,
  dir: string,
  memoryMb: number,
): Promise<Use> => {
  const { processorSeconds, wallSeconds, peakMb } = await inProcess(step, { file, dir, memoryMb });
  return { processorSeconds, wallSeconds, peakMb };
};

export const libraries = ["pandas", "polars"] as const;
export type Library = (typeof libraries)[number];

/** Memory that a script takes at its peak, as measured at one and at ten million events. */
const bytesPerEvent = 400;

const execute = promisify(execFile);
const script = path.resolve(import.meta.dirname, "../../../bench/file-to-file/script.py");

/** Threads of LightGBM that wait for each other spin by default, which would count as work. */
const environment = { ...process.env, OMP_WAIT_POLICY: "passive" };

/** Throws a sentence if this Python lacks a library, or the machine memory. */
export const scriptReference = async (
  library: Library,
  python: string,
  { csv, scores, events, signal }: { csv: string; scores: string; events: number; signal: AbortSignal },
): Promise<Use & { auc: number }> => {
  await requireLibraries(python, [library, "lightgbm", "sklearn"]);
  const neededMb = Math.round((events * bytesPerEvent) / 2 ** 20);
  const freeMb = Math.round(freemem() / 2 ** 20);
  if (neededMb > freeMb)
    throw new Error(
      `The script with ${library} needs about ${neededMb} MB of memory, and ${freeMb} MB are free.`,
    );
  const { stdout } = await execute(python, [script, library, csv, scores], {
    signal,
    env: environment,
  }).catch((error) => {
    const last = String(error.stderr ?? "")
      .trimEnd()
      .split("\n")
      .at(-1);
    throw new Error(`The script with ${library} failed: ${last || error.signal || error.message}`);
  });
  return JSON.parse(stdout);
};

const requireLibraries = async (python: string, names: readonly string[]): Promise<void> => {
  await execute(python, ["-c", `import ${names.join(", ")}`]).catch(() => {
    throw new Error(`${python} cannot import ${names.join(", ")}.`);
  });
};
