// Off-policy value: how many of the people on a past list would have converted if another rule had said whom of them to
// contact. Chance decided who of the list was contacted, with a known split, so each person stands for those who were
// treated otherwise.
//
//   inverse propensity   conversions of those whom the rule treats as they were treated, each counting by the inverse of the chance of that (Horvitz and
//                        Thompson 1952). It needs no model. Given the split, it is a mean over each group
//   doubly robust        a model's conversions for everyone, corrected by these. The nearer the model, the narrower the interval; it holds for any
//                        (Dudík, Langford and Li 2011). The model has not seen the person
//
// D. G. Horvitz and D. J. Thompson (1952), "A generalization of sampling without replacement from a finite universe", JASA 47.
// M. Dudík, J. Langford and L. Li (2011), "Doubly robust policy evaluation and learning", ICML.

import type { PolicyRule, PolicyShare, PolicyTest, PolicyValue } from "../../domain/campaign/policy.js";
import type { Estimate } from "../../domain/outcome/evaluation.js";
import { z95 } from "../numeric/confidence-intervals.js";
import { rankingOf } from "./proof.js";

/** A row per person on the list. All arrays have the same length. */
export interface ListedPeople {
  /** 1: contacted, 0: held out; drawn at random. */
  contacted: Uint8Array;
  /** 1: converted. */
  attained: Uint8Array;
  /** Of a model that has not seen the person. */
  uplift: Float64Array;
  /** By the same model, the probability to convert without a contact. */
  without: Float64Array;
  /** What the list was ordered by, highest first. */
  order: Float64Array;
}

const shares = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** Null with fewer than two people in a group. */
export const testPolicies = (people: ListedPeople): Omit<PolicyTest, "campaign"> | null => {
  const rows = people.contacted.length;
  const contacted = sumOf(people.contacted);
  if (Math.min(contacted, rows - contacted) < 2) return null;
  const rankings = { uplift: rankingOf(people.uplift), order: rankingOf(people.order) };
  const everyone = new Float64Array(rows).fill(1);
  const value = (one: Float64Array, other?: Float64Array) => policyValue(people, one, other);
  return {
    people: rows,
    contact_share: contacted / rows,
    list: value(everyone),
    shares: shares.map((share): PolicyShare => {
      const by = { uplift: rankings.uplift.first(share), order: rankings.order.first(share) };
      const figures = (rule: PolicyRule) => ({
        value: value(by[rule]),
        over_list: value(by[rule], everyone),
      });
      return {
        share,
        uplift: figures("uplift"),
        order: figures("order"),
        uplift_over_order: value(by.uplift, by.order),
      };
    }),
  };
};

/**
 * Conversions per person where `rule` says how much of each is contacted or, with another rule, by how much they are more than by that.
 */
const policyValue = (people: ListedPeople, rule: Float64Array, other?: Float64Array): PolicyValue => {
  const { contacted, attained, uplift, without } = people;
  const rows = contacted.length;
  const share = sumOf(contacted) / rows;
  const byWeight = { contacted: noSums(), alone: noSums() };
  const byModel = noSums();
  for (let i = 0; i < rows; i++) {
    // How much a person counts as contacted, and as left alone.
    const treated = rule[i]! - (other?.[i] ?? 0);
    const alone = other ? -treated : 1 - rule[i]!;
    const weight = contacted[i] ? treated / share : alone / (1 - share);
    add(contacted[i] ? byWeight.contacted : byWeight.alone, weight * attained[i]!);
    const chance = without[i]! + (contacted[i] ? uplift[i]! : 0);
    const modelled = alone * without[i]! + treated * (without[i]! + uplift[i]!);
    add(byModel, modelled + weight * (attained[i]! - chance));
  }
  const groups = Object.values(byWeight);
  return {
    // The variance is that of the two groups' means.
    inverse_propensity: around(
      groups.reduce((sum, group) => sum + group.sum, 0) / rows,
      groups.reduce((sum, group) => sum + (group.rows / rows) ** 2 * varianceOfMean(group), 0),
    ),
    doubly_robust: around(byModel.sum / rows, varianceOfMean(byModel)),
  };
};

interface Sums {
  rows: number;
  sum: number;
  squares: number;
}

const noSums = (): Sums => ({ rows: 0, sum: 0, squares: 0 });

const add = (sums: Sums, value: number): void => {
  sums.rows++;
  sums.sum += value;
  sums.squares += value ** 2;
};

const varianceOfMean = ({ rows, sum, squares }: Sums): number =>
  Math.max(0, squares - sum ** 2 / rows) / (rows - 1) / rows;

const around = (value: number, variance: number): Estimate => {
  const halfWidth = z95 * Math.sqrt(variance);
  return { value, low: value - halfWidth, high: value + halfWidth };
};

const sumOf = (values: Uint8Array): number => values.reduce((sum, value) => sum + value, 0);
