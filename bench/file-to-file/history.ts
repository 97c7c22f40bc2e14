// History of the benchmark: one line of JSON for each size that was measured, and a plot of each run.

import { appendFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Measured } from "./measured.js";
import { growthPlot } from "./plot.js";

/** Called after each size, so that nothing is lost if a later one ends the program. Returns the file of the plot. */
export const record = async (dir: string, sizes: readonly Measured[]): Promise<string> => {
  await mkdir(dir, { recursive: true });
  await appendFile(path.join(dir, "history.jsonl"), `${JSON.stringify(sizes.at(-1))}\n`);
  const plot = path.join(dir, `${sizes[0]!.run.replaceAll(":", "-")}.svg`);
  await writeFile(plot, growthPlot(sizes));
  return plot;
};
