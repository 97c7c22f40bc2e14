// Figures of an outcome at the origins: what would have been delivered on past dates, and what happened after them.

import type { Interval, OriginFigures } from "../../domain/evaluation.js";
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

/** How much the AUC usually differs between dates. */
const usualDeviation = 0.02;
const memoryHorizons = 1;

/** 95 % interval of the model's AUC on another date; null without dates. It includes the test's AUC. */
export const aucInterval = (
  { origins, test, report }: TrainedPropensity,
  horizonSeconds: number,
): Interval | null => {
  if (horizonSeconds === 0 || countMinority(test.label) < 2) return null;
  const figures = origins
    .filter(({ scored }) => countMinority(scored.label) > 1)
    .map(({ landmark, probability, scored: { label } }) => figureOf(landmark, probability, label));
  const tested = figureOf(report.test_landmark, test.probability, test.label);
  const isTested = origins.at(-1)?.landmark === report.test_landmark;
  const dates = isTested ? [...figures.slice(0, -1), tested] : [...figures, tested];
  const { low, high } = intervalOfNextDate(dates, { horizonSeconds, usualDeviation, memoryHorizons });
  return { low: Math.max(0, Math.min(low, tested.value)), high: Math.min(1, Math.max(high, tested.value)) };
};

const figureOf = (landmark: number, probability: Float64Array, label: Uint8Array) => ({
  landmark,
  value: score(probability, label).auc,
  variance: aucVariance(probability, label),
});
