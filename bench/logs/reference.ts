// Reference on a log: XGBoost in a Python process, with the scoreboard's settings, on counts and recency in
// windows that the script makes from the events itself. It shares nothing with the service, neither features
// nor training dates.

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { LogTask } from "./tasks.js";

const run = promisify(execFile);
const script = path.resolve(import.meta.dirname, "../../../bench/logs/reference.py");

export interface Reference {
  customer: string;
  label: number;
  probability: number;
}

/** `dir` has the whole log. */
export const referenceOf = async (
  { horizonDays, goal }: LogTask,
  python: string,
  dir: string,
): Promise<Reference[]> => {
  await writeFile(path.join(dir, "task.json"), JSON.stringify({ horizon: horizonDays, goal }));
  await run(python, [script, dir], { maxBuffer: 2 ** 26 });
  const [, ...lines] = (await readFile(path.join(dir, "reference.csv"), "utf8")).trim().split("\n");
  return lines.map((line) => {
    const [customer, label, probability] = line.split(",");
    return { customer: customer!, label: Number(label), probability: Number(probability) };
  });
};
