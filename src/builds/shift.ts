// What is kept of the people learned from, so that those scored later can be compared with them.

import type { FeaturePlan } from "../domain/features.js";
import type { Frame } from "../domain/frame.js";
import type { Learned } from "../model/propensity.js";
import type { Reference } from "../model/shift.js";
import { binned, stabilityIndex } from "../model/stability.js";
import { leastImportance } from "../model/warnings.js";

/** Of the features that matter, but for the calendar's, which move by their nature. */
export const referencesOf = (
  { features }: FeaturePlan,
  { report, test }: Learned,
  frame: Frame,
): Reference[] =>
  features.flatMap(({ name, literate, provider }, f) => {
    const { importance } = report.features[f]!;
    if (provider === "calendar" || importance < leastImportance) return [];
    const column = frame.columns[f]!;
    const earlier = column.filter((_, row) => frame.landmark[row]! < report.test_landmark);
    const testedIndex = earlier.length === 0 ? 0 : stabilityIndex(earlier, test.columns[f]!);
    return [{ name, literate, importance, testedIndex, ...binned(column) }];
  });
