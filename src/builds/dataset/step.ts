// The step of a dataset: turns the rows of its source into identities, links, events and traits.

import type { ResultOf } from "../../domain/kinds/kinds.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { computed, type Step, type StepTools } from "../kind/kind.js";
import { buildRows } from "./build-rows.js";
import type { DatasetInput } from "./input.js";
import { strategies } from "./reading/registry.js";
import { sourceOf } from "./sources/registry.js";
import type { RowsToRead, SourceRows } from "./sources/source.js";

export const buildDataset: Step<DatasetInput, ResultOf<"datasets">> = (input, tools) =>
  sourceOf(input.config.options).open(input, tools, async (rows) => {
    const { result, read } = await buildSource(rows, tools);
    return rows.described ? rows.described(result, read) : result;
  });

/** The result of its rows, and which of them were read. */
export const buildSource = async (
  rows: SourceRows,
  tools: StepTools,
): Promise<{ result: DatasetResult; read: RowsToRead }> => {
  const unchanged = await rows.unchanged?.();
  if (unchanged) return { result: unchanged, read: "nothing" };
  for (const read of ["added", "all"] as const) {
    const input = await rows[read]();
    const own = strategies.filter(({ of }) => of === read);
    const result = input && (await computed(tools, () => buildRows(own, input, tools)));
    if (result) return { result, read };
  }
  throw new Error("Bug: no strategy reads the rows of this source");
};
