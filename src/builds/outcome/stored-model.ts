// The stored model of an outcome: everything that scoring needs, with reference distributions of the people that the model
// learned from, so that people scored later can be compared with them.

import type { Mitigation } from "../../domain/bias.js";
import type { FeaturePlan } from "../../domain/features/plan.js";
import type { Frame } from "../../domain/frame.js";
import type { ReferenceDistribution } from "../../model/evaluation/population-shift.js";
import { binValues, stabilityIndex } from "../../model/evaluation/stability-index.js";
import { minImportance } from "../../model/evaluation/warnings.js";
import type { PropensityModel } from "../../model/propensity/model.js";
import type { TrainedPropensity } from "../../model/propensity/train.js";

/** The contents of `model.json`. */
export interface StoredModel {
  plan: FeaturePlan;
  model: PropensityModel;
  /** The mitigation by which probabilities are re-ranked; absent without mitigation. */
  mitigation?: Mitigation | undefined;
  references: ReferenceDistribution[];
  /** Uncertainty of the level of the probabilities, see `model/propensity/expected-total.ts`; null without dates. */
  levelMargin: number | null;
}

/** Distributions of the important features, except those of the calendar, which always move. */
export const referenceDistributions = (
  { features }: FeaturePlan,
  { report, test }: TrainedPropensity,
  frame: Frame,
): ReferenceDistribution[] =>
  features.flatMap(({ name, literate, provider }, f) => {
    const { importance } = report.features[f]!;
    if (provider === "calendar" || importance < minImportance) return [];
    const column = frame.columns[f]!;
    const earlier = column.filter((_, row) => frame.landmark[row]! < report.test_landmark);
    const testedIndex = earlier.length === 0 ? 0 : stabilityIndex(earlier, test.columns[f]!);
    return [{ name, literate, importance, testedIndex, ...binValues(column) }];
  });
