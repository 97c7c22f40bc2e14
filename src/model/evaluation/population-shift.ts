// Probabilities are tested on people like those that were learned from. Where the people scored are unlike them, in a
// feature that matters, the test says little of them, and that is told.

import type { PopulationShift, Warning } from "../../domain/evaluation.js";
import type { Frame } from "../../domain/frame.js";
import { type BinCounts, countPerBin, indexOfCounts } from "./stability-index.js";
import { abruptFactor, maxShiftWarnings, shiftThreshold } from "./warnings.js";

/** The people learned from, in the bins of a feature's values. */
export interface ReferenceDistribution extends BinCounts {
  name: string;
  literate: string;
  /** Share of the model's total gain, 0 to 1. */
  importance: number;
  /** How far the tested people were from those of earlier landmarks; what the test has shown the model to bear. */
  testedIndex: number;
}

/** Fewer people differ by chance. */
const fewestCompared = 200;

/** The people scored, counted frame by frame in the bins of each reference. */
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

/** `scored[r]` are the people scored in the bins of reference `r`. Null where too few were scored to tell. */
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
  const weight = references.reduce((sum, { importance }) => sum + importance, 0);
  const fewest = Math.min(...scored.map((people) => people.reduce((a, b) => a + b, 0)));
  if (weight === 0 || fewest < fewestCompared) return null;
  return {
    index: features.reduce((sum, { importance, index }) => sum + (importance / weight) * index, 0),
    features: features.sort((a, b) => b.importance - a.importance || (a.name < b.name ? -1 : 1)),
  };
};

/** The most important first: those further away than the index allows, and than the test has shown to be borne. */
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
      note:
        `The people scored differ in “${literate}” from those learned from (stability index ${index.toFixed(2)}, above ` +
        `${shiftThreshold}), so the test says little of how true their probabilities are. Check whether the files changed. ` +
        "If this pipeline is for a special group, learn an outcome whose eligible cohort is that group.",
    }));
