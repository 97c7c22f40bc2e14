// Bias report of a test: how the dimensions are distributed in the training data, how each subpopulation is
// treated in the test, and which differences are beyond chance.

import type { BiasReport, Spread, Subpopulation } from "../../domain/outcome/bias.js";
import { findingsOf } from "./findings.js";
import { type CodedDimension, type Group, groupsOf } from "./groups.js";
import { spreadOf } from "./spread.js";
import { subpopulationsOf, type TestedPeople, topShare } from "./treatment.js";

export interface MeasuredDimension extends CodedDimension {
  /** Ages in whole years, NaN where unknown; null for an attribute that is no age. */
  years: Float64Array | null;
}

export interface BiasInput {
  training: { label: Uint8Array; dimensions: MeasuredDimension[] };
  /** The people tested, with the probabilities that are delivered. */
  tested: TestedPeople & { dimensions: CodedDimension[] };
}

export const measureBias = ({ training, tested }: BiasInput): Omit<BiasReport, "traits" | "mitigation"> => {
  const data = training.dimensions.map((dimension) => spreadOf(dimension, training.label, dimension.years));
  const allPeople: Group = { name: "all", dimensions: {}, rows: Int32Array.from(tested.label.keys()) };
  const groups = [allPeople, ...groupsOf(tested.dimensions)];
  const [all, ...subpopulations] = subpopulationsOf(groups, tested, topShare);
  return {
    top_share: topShare,
    data,
    subpopulations,
    summary: summaryOf(data, subpopulations),
    findings: findingsOf(subpopulations, all!, topShare),
  };
};

/** Subpopulations of too few people do not count against the model. */
const summaryOf = (
  data: readonly Spread[],
  subpopulations: readonly Subpopulation[],
): BiasReport["summary"] => {
  const measured = subpopulations.filter(({ is_enough }) => is_enough);
  const total = (group: Subpopulation) => group.fairness.find(({ name }) => name === "total_fairness")!;
  return {
    data_unbiased: data.every(({ level }) => level === "low_bias"),
    power_unbiased: measured.every(({ power }) =>
      power.every(({ level }) => level === "relatively_unaffected"),
    ),
    predictions_unbiased: measured.every(({ predictions }) =>
      predictions.every(({ level }) => level === "low_bias"),
    ),
    fairness_fair: measured.every((group) => total(group).level === "equitably_treated"),
  };
};
