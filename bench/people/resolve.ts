// Builds by the service's own steps, each in a process of its own as in the service, so that its cost is
// measured alone.

import { stat } from "node:fs/promises";
import path from "node:path";
import type { ProcessUsage } from "../../src/builds/execute/serve.js";
import type { StepRequest } from "../../src/builds/execute/step.js";
import { runStepProcess } from "../../src/builds/execute/step-process.js";
import type { StepInput } from "../../src/builds/kinds.js";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import type { ResolutionMode } from "../../src/domain/people/matching.js";
import type { PeopleResult } from "../../src/domain/people/people.js";
import type { DatasetResult } from "../../src/domain/proposal/dataset-result.js";
import type { BuiltType } from "../../src/domain/resource/resource.js";
import type { LabelledSet } from "./labelled-set.js";

export interface StepCost extends ProcessUsage {
  wallSeconds: number;
}

export interface ReadRecords {
  dir: string;
  result: DatasetResult;
  took: StepCost;
}

export interface ResolvedPeople {
  dir: string;
  result: PeopleResult;
  took: StepCost;
}

const firstArrival = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

/** Files arrive a day apart. Record numbers are the owner's keys. */
export const readRecords = async (
  { files, ...set }: Pick<LabelledSet, "files" | "identity" | "recipient">,
  dir: string,
  memoryMb: number,
): Promise<ReadRecords> => {
  const uploaded = await Promise.all(
    files.map(async (file, day) => {
      const { size: bytes } = await stat(file);
      return { path: file, filename: path.basename(file), bytes, arrived_at: firstArrival + day * dayMs };
    }),
  );
  const order = { config: configOf(set), files: uploaded };
  const { result, took } = await runStep("datasets", order, dir, memoryMb);
  return { dir, result: result as DatasetResult, took };
};

const configOf = ({ identity, recipient }: Omit<LabelledSet, "files" | "name" | "truth">): DatasetConfig => ({
  identity_sets: { customer: identity, ...(recipient && { recipient }) },
  options: { type: "hosted_csv", upload_directory: "customers" },
  output_to_streams: {},
  output_to_traits: {},
  reference_key_columns: ["record"],
});

/** Incremental from `previous`; full if it is null. */
export const resolvePeople = async (
  records: ReadRecords,
  mode: ResolutionMode,
  previous: ResolvedPeople | null,
  dir: string,
  memoryMb: number,
): Promise<ResolvedPeople> => {
  const datasets = [{ id: "records", dir: records.dir, result: records.result, privacy: undefined }];
  const before = { previousDir: previous?.dir ?? null, previousResult: previous?.result ?? null };
  const order = { config: { identity_resolution: { mode } }, datasets, ...before };
  const { result, took } = await runStep("people", order, dir, memoryMb);
  return { dir, result: result as PeopleResult, took };
};

const runStep = async <T extends BuiltType>(
  type: T,
  input: StepInput<T>,
  dir: string,
  memoryMb: number,
): Promise<{ result: unknown; took: StepCost }> => {
  const startedMs = performance.now();
  const used: ProcessUsage[] = [];
  const now = firstArrival + 30 * dayMs;
  const step = { type, input, dir, tempDir: `${dir}-spill`, memoryMb, threads: 2, now, seed: 1 };
  const { result } = await runStepProcess({
    request: step as StepRequest,
    onProgress: () => {},
    onUsage: (usage) => used.push(usage),
    signal: new AbortController().signal,
  });
  return { result, took: { ...used[0]!, wallSeconds: (performance.now() - startedMs) / 1000 } };
};
