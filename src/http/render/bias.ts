// The bias of an outcome in the shape of the published client: age and gender are always there, of people of whom neither is known
// if need be.

import type { BiasReport, Metric, Spread, Subpopulation, ValueShare } from "../../domain/bias.js";
import { ageBands, unknownValue } from "../../domain/dimensions.js";
import { type JsonObject, present } from "../json.js";

/** `rows` learned from, of which `attained` attained. */
export const renderBias = (bias: BiasReport, rows: number, attained: number): JsonObject => {
  const spreadOver = (name: string) =>
    bias.data.find(({ dimension }) => dimension === name) ?? unknownSpread(name, rows, attained);
  const { dimension: _age, ...age } = spreadOver("age");
  const { dimension: _gender, ...gender } = spreadOver("gender");
  return present({
    data: {
      age: withYears(age),
      gender,
      traits: bias.data.filter(({ dimension }) => dimension !== "age" && dimension !== "gender"),
    },
    power: bias.subpopulations.map((group) => withMetrics(group, group.power)),
    predictions: bias.subpopulations.map((group) => withMetrics(group, group.predictions)),
    fairness: bias.subpopulations.map((group) => withMetrics(group, group.fairness)),
    summary: bias.summary,
    traits: bias.traits,
    top_share: bias.top_share,
    subpopulations: bias.subpopulations.map(({ power, predictions, fairness, ...group }) => group),
    findings: bias.findings,
    mitigation: bias.mitigation,
  });
};

const withMetrics = ({ name, dimensions, people }: Subpopulation, metrics: Metric[]): JsonObject => ({
  name,
  dimensions,
  people,
  metrics,
});

const withYears = (spread: Omit<Spread, "dimension">): JsonObject => ({
  ...spread,
  candidates: spread.candidates.map(yearsOf),
  positives: spread.positives.map(yearsOf),
  negatives: spread.negatives.map(yearsOf),
});

/** Whole years of age, both inclusive; none of those of whom it is not known. */
const yearsOf = (entry: ValueShare): JsonObject => {
  const place = ageBands.findIndex(({ value }) => value === entry.value);
  const until = ageBands[place]?.until;
  return present({
    ...entry,
    min: place < 0 ? undefined : (ageBands[place - 1]?.until ?? 0),
    max: until == null ? undefined : until - 1,
  });
};

const unknownSpread = (dimension: string, rows: number, attained: number): Spread => {
  const all = (count: number): ValueShare[] => [{ value: unknownValue, rows: count, share: 1 }];
  return {
    dimension,
    candidates: all(rows),
    positives: all(attained),
    negatives: all(rows - attained),
    distance: 0,
    level: "low_bias",
  };
};
