// The stored model of an outcome: everything that scoring needs, with reference distributions of the people
// that the model learned from, so that people scored later can be compared with them.

import { createHash } from "node:crypto";
import type { Mitigation } from "../../domain/outcome/bias.js";
import { alwaysGrows, type FeaturePlan } from "../../domain/outcome/features/plan.js";
import type { Frame } from "../../domain/outcome/frame.js";
import { type Horizon, windowEnd } from "../../domain/outcome/label-window.js";
import type { ValueMeasure } from "../../domain/outcome/value.js";
import type { ReferenceDistribution } from "../../model/evaluation/population-shift.js";
import { binValues, stabilityIndex } from "../../model/evaluation/stability-index.js";
import { minImportance } from "../../model/evaluation/warnings.js";
import type { HorizonsModel } from "../../model/horizons/model.js";
import type { Challenger } from "../../model/propensity/challengers.js";
import type { PropensityModel } from "../../model/propensity/model.js";
import type { TrainedPropensity } from "../../model/propensity/train.js";
import type { ActiveValueModel } from "../../model/value/active-train.js";
import type { ValueModel } from "../../model/value/model.js";
import type { ActiveTask } from "./active-values.js";

/** Models of values by measure. */
export type StoredValue = Partial<Record<ValueMeasure, ValueModel>>;

export interface StoredHorizons {
  model: HorizonsModel;
  /** Horizons of the outcome, ascending. */
  days: number[];
}

/** The contents of `model.json`. */
export interface StoredModel {
  plan: FeaturePlan;
  model: PropensityModel;
  /** None where the model's probabilities are re-ranked. */
  challengers: Challenger[];
  /** The mitigation by which probabilities are re-ranked; absent without mitigation. */
  mitigation?: Mitigation | undefined;
  references: ReferenceDistribution[];
  /** Uncertainty of the level of the probabilities, see `model/propensity/expected-total.ts`; null without dates. */
  levelMargin: number | null;
  /** Models of amounts and counts, by measure; absent for an outcome that asks for neither. */
  value?: StoredValue | undefined;
  /** Absent for an outcome that asks for no mean, minimum, maximum or last value. */
  activeValue?: (ActiveTask & { model: ActiveValueModel }) | undefined;
  /** Absent for an outcome without further horizons. */
  horizons?: StoredHorizons | undefined;
}

/** Version of the model with these contents of `model.json`: it changes when they change, and only then. */
export const modelVersion = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 16);

/**
 * Distributions of the important features, except those of the calendar, which always move, and the tenure,
 * which always grows. They are those of the tested people; `testedIndex` is how far they had moved within a
 * horizon, since the newest rows that ended before.
 */
export const referenceDistributions = (
  { features }: FeaturePlan,
  { report, test }: TrainedPropensity,
  frame: Frame,
  horizon: Horizon,
): ReferenceDistribution[] => {
  const before = frame.landmark.reduce(
    (newest, at) => (windowEnd(at, horizon) <= report.test_landmark && at > newest ? at : newest),
    Number.NEGATIVE_INFINITY,
  );
  return features.flatMap((feature, f) => {
    const { importance } = report.features[f]!;
    if (feature.provider === "calendar" || alwaysGrows(feature) || importance < minImportance) return [];
    const tested = test.columns[f]!;
    const earlier = frame.columns[f]!.filter((_, row) => frame.landmark[row] === before);
    const testedIndex = earlier.length === 0 ? 0 : stabilityIndex(earlier, tested);
    const { name, literate } = feature;
    return [{ name, literate, importance, testedIndex, ...binValues(tested) }];
  });
};
