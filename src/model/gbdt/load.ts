// What stays the same from tree to tree is brought into the memory of a fit once: bins, labels, weights.

import { fillBins, layBins, planBins } from "./binner.js";
import { assignCodes, chooseCodes } from "./categories.js";
import type { FitPlan, OpenedFit } from "./fit.js";
import { fillSigmoids } from "./loss.js";
import type { ThreadPool } from "./thread-pool.js";
import type { Codes } from "./writer.js";

export interface LabelledColumns {
  columns: Float32Array[];
  label: Uint8Array;
}

/** Rows to learn from, with weights or without, and rows to watch the loss on. */
export interface FitData extends LabelledColumns {
  weight: Float64Array | undefined;
  validation: LabelledColumns | undefined;
}

/** Returns the codes that have bins. */
export const loadFit = ({ memory }: OpenedFit, plan: FitPlan, crew: ThreadPool, data: FitData): Codes => {
  const { columns, label, weight, validation } = data;
  const { trained, rows, threads, rules } = plan;
  const codes = columns.map((column, f) => (rules.categorical?.[f] ? chooseCodes(column) : null));
  const numbers = [...columns.keys()].filter((f) => codes[f] === null);
  planBins(crew, memory, columns, numbers, threads);
  fillBins(crew, memory, columns, numbers, 0);
  if (validation) fillBins(crew, memory, validation.columns, numbers, trained);
  codes.forEach((known, f) => {
    if (known === null) return;
    memory.missing[f] = known.length;
    assignCodes(memory.bins, known, columns[f]!, f, 0, rows);
    if (validation) assignCodes(memory.bins, known, validation.columns[f]!, f, trained, rows);
  });
  layBins(memory);
  memory.label.set(label);
  if (weight) memory.weight.set(weight);
  memory.sums.fill(0);
  fillSigmoids(memory.sigmoids);
  return codes;
};
