// The bias of a test: how the dimensions are spread over what was learned from, how each subpopulation fares in the test, what of
// it is beyond chance, and what mitigation costs.

import type { BiasReport, MitigationCost, Spread, Subpopulation } from "../../domain/bias.js";
import { score } from "../evaluation/metrics.js";
import { findingsOf } from "./findings.js";
import { type CodedDimension, type Group, groupsOf } from "./groups.js";
import { spreadOf } from "./spread.js";
import { subpopulationsOf, type TestedPeople } from "./treatment.js";

/** Share of the people, by score, who count as selected: that of the published interface. */
const topShare = 0.05;

export interface MeasuredDimension extends CodedDimension {
  /** Of an age: whole years, NaN where it is not known. */
  years: Float64Array | null;
}

export interface BiasInput {
  /** The rows learned from. */
  learned: { label: Uint8Array; dimensions: MeasuredDimension[] };
  /** The people tested, with their probabilities as they are delivered. */
  tested: TestedPeople & { dimensions: CodedDimension[] };
}

export const measureBias = ({ learned, tested }: BiasInput): Omit<BiasReport, "traits" | "mitigation"> => {
  const data = learned.dimensions.map((dimension) => spreadOf(dimension, learned.label, dimension.years));
  const all: Group = { name: "everybody", dimensions: {}, rows: Int32Array.from(tested.label.keys()) };
  const [everybody, ...subpopulations] = subpopulationsOf(
    [all, ...groupsOf(tested.dimensions)],
    tested,
    topShare,
  );
  return {
    top_share: topShare,
    data,
    subpopulations,
    summary: summaryOf(data, subpopulations),
    findings: findingsOf(subpopulations, everybody!, topShare),
  };
};

/** Of subpopulations that are too few to tell, nothing is held against the outcome. */
const summaryOf = (
  data: readonly Spread[],
  subpopulations: readonly Subpopulation[],
): BiasReport["summary"] => {
  const told = subpopulations.filter(({ is_enough }) => is_enough);
  const total = (group: Subpopulation) => group.fairness.find(({ name }) => name === "total_fairness")!;
  return {
    data_unbiased: data.every(({ level }) => level === "low_bias"),
    power_unbiased: told.every(({ power }) => power.every(({ level }) => level === "relatively_unaffected")),
    predictions_unbiased: told.every(({ predictions }) =>
      predictions.every(({ level }) => level === "low_bias"),
    ),
    fairness_fair: told.every((group) => total(group).level === "equitably_treated"),
  };
};

/** What mitigation costs: both sets of probabilities are of the tested people; `cells` are those that it treats. */
export const mitigationCost = (
  label: Uint8Array,
  cells: readonly Group[],
  without: Float64Array,
  mitigated: Float64Array,
): Omit<MitigationCost, "strategy" | "dimensions"> => {
  const ratios = [without, mitigated].map((probability) =>
    subpopulationsOf(cells, { label, probability }, topShare).map(
      ({ selection_ratio }) => selection_ratio.value,
    ),
  );
  return {
    without: score(without, label),
    with: score(mitigated, label),
    selection_ratios: cells.map(({ name, rows }, cell) => ({
      name,
      people: rows.length,
      without: ratios[0]![cell]!,
      with: ratios[1]![cell]!,
    })),
  };
};
