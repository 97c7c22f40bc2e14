// What is kept of the people learned from, so that those scored later can be compared with them.

import type { FeaturePlan } from "../../domain/features/plan.js";
import type { Frame } from "../../domain/frame.js";
import type { ReferenceDistribution } from "../../model/evaluation/population-shift.js";
import { binValues, stabilityIndex } from "../../model/evaluation/stability-index.js";
import { minImportance } from "../../model/evaluation/warnings.js";
import type { TrainedPropensity } from "../../model/propensity/train.js";

/** Of the features that matter, but for the calendar's, which move by their nature. */
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
