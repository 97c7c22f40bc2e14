// Measurements of one size: what each part used, in a form that is written to the history as it is.

import type { RowOrder } from "../orders/log.js";
import type { Machine } from "./machine.js";

export interface Use {
  /** Processor time of all threads and processes. */
  processorSeconds: number;
  wallSeconds: number;
  /** Peak of the largest process, or of a whole tree for `file to file`. */
  peakMb: number;
}

/** The steps from a file to its scores, in their order. */
export const stepNames = [
  "upload",
  "dataset",
  "people",
  "stream",
  "cohorts",
  "outcome",
  "scope",
  "target",
  "download",
];

export interface Measured {
  /** When the run started, which may measure several sizes. */
  run: string;
  version: string;
  machine: Machine;
  memoryMb: number;
  seed: number;
  rowOrder: RowOrder;
  events: number;
  customers: number;
  csvBytes: number;
  /** By name of the step; with `server`, `waiting`, `file to file`, `one more cohort`, `one percent more`. */
  uses: Record<string, Use>;
  references: Record<string, Use>;
  /** AUC of ours and of references, each on test people of its own. */
  auc: Record<string, number>;
  /** Size of the service's data directory, with the uploaded file. */
  diskMb: number | null;
  /** Whether the new file left the model as it was. */
  keptModel: boolean | null;
  /** Failures by part. */
  failures: Record<string, string>;
}

export interface Ratio {
  name: string;
  ours: number;
  theirs: number;
  ratio: number;
  /** The highest ratio that we want; null: none. */
  bar: number | null;
}

/** Fewer events than this are mostly starts of processes, and have no bars. */
const enough = 5e5;
const large = 5e6;

/** Ratios of processor time, and one of memory, whose two sides were measured. */
export const ratiosOf = ({ uses, references, events, keptModel, memoryMb }: Measured): Ratio[] => {
  const isLarge = events > large;
  const [whole, outcome] = [uses["file to file"], uses.outcome];
  const seconds = (use: Use | undefined) => use?.processorSeconds;
  const ratios = [
    ...ratio("file to sorted events ÷ COPY", toSortedEvents(uses), seconds(references.COPY), 2.5),
    ...ratio(
      "one more cohort ÷ GROUP BY",
      seconds(uses["one more cohort"]),
      seconds(references["GROUP BY"]),
      2,
    ),
    ...ratio(
      "one percent more ÷ file to file",
      seconds(uses["one percent more"]),
      seconds(whole),
      keptModel ? 0.08 : 0.35,
    ),
    ...ratio(
      "file to file ÷ pandas, LightGBM",
      seconds(whole),
      seconds(references.pandas),
      isLarge ? 0.6 : 1.5,
    ),
    ...ratio("file to file ÷ polars, LightGBM", seconds(whole), seconds(references.polars), null),
    ...ratio("memory ÷ pandas, LightGBM", whole?.peakMb, references.pandas?.peakMb, 0.25),
    ...ratio("memory of the largest build ÷ its limit", largestOf(uses), memoryMb, 1.5),
    ...ratio("outcome: wall time ÷ processor time", outcome?.wallSeconds, seconds(outcome), 0.6),
  ];
  return events < enough ? ratios.map((each) => ({ ...each, bar: null })) : ratios;
};

const ratio = (
  name: string,
  ours: number | undefined,
  theirs: number | undefined,
  bar: number | null,
): Ratio[] => (ours === undefined || !theirs ? [] : [{ name, ours, theirs, ratio: ours / theirs, bar }]);

const largestOf = (uses: Measured["uses"]): number | undefined => {
  const peaks = stepNames.flatMap((name) => uses[name]?.peakMb ?? []);
  return peaks.length === 0 ? undefined : Math.max(...peaks);
};

/** Processor time from the file to the sorted events of people. */
export const toSortedEvents = (uses: Measured["uses"]): number | undefined => {
  const { dataset, people, stream } = uses;
  return (
    dataset &&
    people &&
    stream &&
    dataset.processorSeconds + people.processorSeconds + stream.processorSeconds
  );
};

/** Growth of processor time from one size to another: 1 is linear. Of parts that took a tenth of a second at least. */
export const exponentsOf = (from: Measured, to: Measured): Record<string, number> => {
  const [before, after] = [
    { ...from.uses, ...from.references },
    { ...to.uses, ...to.references },
  ];
  const grown = Math.log(to.events / from.events);
  const exponents: Record<string, number> = {};
  for (const [name, { processorSeconds }] of Object.entries(before)) {
    const later = after[name]?.processorSeconds ?? 0;
    if (Math.min(processorSeconds, later) >= 0.1)
      exponents[name] = Math.log(later / processorSeconds) / grown;
  }
  return exponents;
};
