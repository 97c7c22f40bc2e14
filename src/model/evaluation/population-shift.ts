// Population shift: how far the scored people differ from those that the model was trained and tested on.
// Where an important feature differs, the test says little about the scored people's probabilities, and a
// warning says so.

import type { PopulationShift, Warning } from "../../domain/outcome/evaluation.js";
import type { Frame } from "../../domain/outcome/frame.js";
import { type BinCounts, countPerBin, indexOfCounts } from "./stability-index.js";
import { abruptFactor, maxShiftWarnings, shiftThreshold } from "./warnings.js";

/** Counts of the training rows per bin of a feature's values. */
export interface ReferenceDistribution extends BinCounts {
  name: string;
  literate: string;
  /** Share of the model's total gain, 0 to 1. */
  importance: number;
  /** Stability index between earlier landmarks and the test: a shift under which the model has been tested. */
  testedIndex: number;
}

/** Values of fewer people differ by chance. */
const minCompared = 200;

/** Counts of the scored people per bin of each reference, frame by frame. */
export const scoredCounts = (references: readonly ReferenceDistribution[]) => {
  const people = references.map(({ edges }) => countPerBin(edges, new Float32Array()));
  return {
    people,
    add({ names, columns }: Pick<Frame, "names" | "columns">): void {
      references.forEach(({ name, edges }, r) => {
        countPerBin(edges, columns[names.indexOf(name)]!).forEach((count, bin) => {
          people[r]![bin]! += count;
        });
      });
    },
  };
};

/**
 * `scored[r]` are the counts of the scored people in the bins of reference `r`. Null if there are too few
 * people to compare.
 */
export const populationShift = (
  references: readonly ReferenceDistribution[],
  scored: readonly (readonly number[])[],
): PopulationShift | null => {
  const features = references.map(({ name, literate, importance, people }, r) => ({
    name,
    literate,
    importance,
    index: indexOfCounts(people, scored[r]!),
  }));
  const totalImportance = references.reduce((sum, { importance }) => sum + importance, 0);
  const people = Math.min(...scored.map((counts) => counts.reduce((a, b) => a + b, 0)));
  if (totalImportance === 0 || people < minCompared) return null;
  return {
    index: features.reduce((sum, { importance, index }) => sum + (importance / totalImportance) * index, 0),
    features: features.sort((a, b) => b.importance - a.importance || (a.name < b.name ? -1 : 1)),
  };
};

/**
 * The most important feature first; only shifts above the threshold and well above what the model has been
 * tested under.
 */
export const shiftWarnings = (
  references: readonly ReferenceDistribution[],
  shift: PopulationShift,
): Warning[] =>
  shift.features
    .filter(({ name, index }) => {
      const { testedIndex } = references.find((reference) => reference.name === name)!;
      return index > Math.max(shiftThreshold, abruptFactor * testedIndex);
    })
    .slice(0, maxShiftWarnings)
    .map(({ name, literate, index }) => ({
      kind: "shift",
      about: name,
      code: "population_shifted",
      figures: { feature: literate, index, limit: shiftThreshold },
    }));
