// People by probability: the bins up to the highest score, and what the picture says at a glance.

import { formatPercent } from "../../ui/format.js";

export interface Bin {
  /** Probabilities, 0 to 1. */
  min: number;
  max: number;
  /** Of the pipeline. */
  count: number;
  /** Of all whom the outcome could be asked of, those of the pipeline among them; absent where that is not known. */
  eligible_count?: number;
}

/** Empty bins beyond the highest score are left out; the first bin always stays. */
export const occupied = <B extends Bin>(bins: readonly B[]): B[] =>
  bins.slice(
    0,
    Math.max(1, bins.findLastIndex(({ count, eligible_count = 0 }) => count + eligible_count > 0) + 1),
  );

/** Whether others than those of the pipeline could be asked about. */
export const hasOthers = (bins: readonly Bin[]): boolean =>
  bins.some(({ count, eligible_count = count }) => eligible_count > count);

/** Half of the people are at or below it, as exactly as bins tell. */
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

export const histogramInWords = (bins: readonly Bin[]): string => {
  const median = medianBin(bins);
  const highest = bins.findLast(({ count }) => count > 0);
  if (!median || !highest) return "Nobody is scored.";
  const own = `Half of the people have a probability of ${formatPercent(median.max)} or less; the highest is between ${formatPercent(highest.min)} and ${formatPercent(highest.max)}.`;
  return hasOthers(bins)
    ? `${own} Of all who could be asked about, half have ${formatPercent(medianBin(bins, eligibleCount)!.max)} or less.`
    : own;
};
