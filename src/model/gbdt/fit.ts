// A fit as one of its threads sees it: the memory that all share, and how each kind of work in it is done.

import { binLayout, binningWork, stagingLayout } from "./binner.js";
import type { GrowRules } from "./grower.js";
import { histogramLayout } from "./histogram.js";
import type { Opened, Units } from "./kernel.js";
import { studyLayout, studyWork } from "./leaf-evaluation.js";
import { divideLayout, divideWork } from "./partition.js";
import { rowsLayout, rowsWork } from "./scores.js";
import { openSearch, splitLayout } from "./splitter.js";
import type { Tasks } from "./thread-pool.js";
import { walkLayout } from "./writer.js";

/** Plain data that every thread is told; `rows` are those to learn from, `trained`, and those of validation. */
export interface FitPlan {
  features: number;
  trained: number;
  rows: number;
  isWeighted: boolean;
  threads: number;
  rules: GrowRules;
  units: Units;
}

/** Taken at once. What is never touched costs nothing: a page of memory becomes real when it is first used. */
export const fitLayout = ({ features, trained, rows, isWeighted, threads, rules }: FitPlan) => {
  const nodes = 2 * rules.maxLeaves - 1;
  return {
    ...binLayout(features, rows),
    ...stagingLayout(trained, threads),
    ...rowsLayout(trained, rows, isWeighted, rules.maxLeaves),
    ...divideLayout(trained, nodes),
    ...histogramLayout(features, rules.maxLeaves, threads),
    ...splitLayout(features, threads),
    ...studyLayout(trained),
    ...walkLayout(nodes),
  };
};

export type OpenedFit = Opened<ReturnType<typeof fitLayout>>;

/** `thread` counts from 0, who leads. */
export const fitWork = (
  { kernel, memory }: OpenedFit,
  { trained, rows, threads, rules, units }: FitPlan,
  thread: number,
): Tasks => {
  const search = openSearch(kernel, memory, rules, units, thread);
  return {
    ...binningWork(kernel, memory, trained, rows),
    ...rowsWork(kernel, memory, units),
    ...studyWork(kernel, memory, search, threads, thread),
    divide: divideWork(kernel, memory),
  };
};
