// Figures of an outcome at the origins: what would have been delivered on past dates, and what happened after them.

import type { Interval, OriginFigures } from "../../domain/outcome/evaluation.js";
import { aucVariance } from "../../model/evaluation/auc-interval.js";
import { score } from "../../model/evaluation/metrics.js";
import { z95 } from "../../model/numeric/confidence-intervals.js";
import { intervalOfNextDate } from "../../model/numeric/date-intervals.js";
import { countMinority } from "../../model/numeric/labels.js";
import type { DeliveredOrigin } from "../../model/propensity/origins.js";
import type { TrainedPropensity } from "../../model/propensity/train.js";

export const originFigures = (origins: readonly DeliveredOrigin[]): OriginFigures[] =>
  origins.map(({ landmark, probability, scored: { label } }) => {
    const { people, attained, auc, log_loss, ece } = score(probability, label);
    const halfWidth = z95 * Math.sqrt(aucVariance(probability, label));
    return {
      landmark,
      people,
      expected: probability.reduce((sum, p) => sum + p, 0),
      attained,
      auc,
      auc_low: Math.max(0, auc - halfWidth),
      auc_high: Math.min(1, auc + halfWidth),
      log_loss,
      ece,
    };
  });

/**
 * Usual differences of the AUC between dates. It rises while a log is young, so the newest dates tell most
 * about the next.
 */
const dateModel = { usualDeviation: 0.02, usualCases: 6, memoryHorizons: 1 / 3 };

/** Probabilities that were delivered at a date, with the labels that followed. */
interface JudgedDate {
  landmark: number;
  probability: Float64Array;
  label: Uint8Array;
}

/** 95 % interval of the model's AUC on another date; null without dates. */
export const aucInterval = (
  { origins, test, report }: TrainedPropensity,
  horizonSeconds: number,
): Interval | null => {
  const tested = { landmark: report.test_landmark, probability: test.probability, label: test.label };
  const isTested = origins.at(-1)?.landmark === report.test_landmark;
  const earlier = (isTested ? origins.slice(0, -1) : origins).map(
    ({ landmark, probability, scored: { label } }) => ({ landmark, probability, label }),
  );
  return aucIntervalOf([...earlier, tested], horizonSeconds);
};

/**
 * The dates are in order of time. The interval includes the AUC of the last; null where that has too few of
 * either label.
 */
export const aucIntervalOf = (dates: readonly JudgedDate[], horizonSeconds: number): Interval | null => {
  const isJudged = ({ label }: JudgedDate) => countMinority(label) > 1;
  if (horizonSeconds === 0 || !isJudged(dates.at(-1)!)) return null;
  const figures = dates.filter(isJudged).map(figureOf);
  const { low, high } = intervalOfNextDate(figures, { ...dateModel, horizonSeconds });
  const { value } = figures.at(-1)!;
  return { low: Math.max(0, Math.min(low, value)), high: Math.min(1, Math.max(high, value)) };
};

const figureOf = ({ landmark, probability, label }: JudgedDate) => ({
  landmark,
  value: score(probability, label).auc,
  variance: aucVariance(probability, label),
});
