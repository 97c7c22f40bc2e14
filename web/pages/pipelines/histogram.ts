// The histogram of probabilities: its bins up to the highest score, and its summary in words.

import { formatPercent } from "../../ui/format.js";

export interface Bin {
  /** Probabilities, 0 to 1. */
  min: number;
  max: number;
  /** People of the pipeline. */
  count: number;
  /** All eligible people, including those of the pipeline; absent if unknown. */
  eligible_count?: number;
}

/** Leaves out empty bins above the highest score; the first bin always stays. */
export const occupied = <B extends Bin>(bins: readonly B[]): B[] =>
  bins.slice(
    0,
    Math.max(1, bins.findLastIndex(({ count, eligible_count = 0 }) => count + eligible_count > 0) + 1),
  );

/** Whether there are eligible people outside the pipeline. */
export const hasOthers = (bins: readonly Bin[]): boolean =>
  bins.some(({ count, eligible_count = count }) => eligible_count > count);

/** The bin of the median person. */
export const medianBin = (bins: readonly Bin[], sizeOf = pipelineCount): Bin | undefined => {
  const half = bins.reduce((sum, bin) => sum + sizeOf(bin), 0) / 2;
  let below = 0;
  return bins.find((bin) => {
    below += sizeOf(bin);
    return sizeOf(bin) > 0 && below >= half;
  });
};

const pipelineCount = ({ count }: Bin): number => count;
const eligibleCount = ({ count, eligible_count = count }: Bin): number => eligible_count;

export const histogramSummary = (bins: readonly Bin[]): string => {
  const median = medianBin(bins);
  const highest = bins.findLast(({ count }) => count > 0);
  if (!median || !highest) return "No people are scored.";
  const own = `Half of the people have a probability of ${formatPercent(median.max)} or less; the highest is between ${formatPercent(highest.min)} and ${formatPercent(highest.max)}.`;
  return hasOthers(bins)
    ? `${own} Half of all eligible people have ${formatPercent(medianBin(bins, eligibleCount)!.max)} or less.`
    : own;
};
