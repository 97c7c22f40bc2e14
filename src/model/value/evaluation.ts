// Evaluation of a value model: its test beside simple rules, and past dates.

import type { ValueEvaluation } from "../../domain/outcome/value.js";
import { sumInterval } from "./expected-sum.js";
import { normalisedGini, valueDeciles, valueScores } from "./metrics.js";
import { rangeOf, type ValueModel, valueVariance } from "./model.js";
import type { TrainedValue, ValueOrigin } from "./train.js";

/** `rules` have what each rule expects of the tested people, by name. */
export const evaluateValue = (
  { model, blend, origins, purchaseModel }: TrainedValue,
  rules: Readonly<Record<string, Float64Array>>,
): ValueEvaluation => {
  const test = origins.at(-1)!;
  const expected = expectedOf(test);
  const known = { ...(purchaseModel && { purchase_model: purchaseModel }), ...rules };
  return {
    model: valueScores(expected, test.observed),
    rules: Object.fromEntries(
      Object.entries(known).map(([name, values]) => [name, valueScores(values, test.observed)]),
    ),
    expected_interval: intervalOf(test, model),
    deciles: valueDeciles(expected, test.observed),
    range: heldRanges(test, model),
    blend,
    origins: origins.map((origin) => figuresOf(origin)),
  };
};

const expectedOf = ({ probability, given }: ValueOrigin): Float64Array =>
  probability.map((p, i) => p * given[i]!);

const intervalOf = ({ probability, given }: ValueOrigin, { spread, levelMargin }: ValueModel) => {
  let [expected, variance] = [0, 0];
  probability.forEach((p, i) => {
    expected += p * given[i]!;
    variance += valueVariance(p, given[i]!, spread);
  });
  return sumInterval({ expected, variance }, levelMargin);
};

const heldRanges = ({ probability, given, observed }: ValueOrigin, { spread }: ValueModel) => {
  let [people, held] = [0, 0];
  probability.forEach((p, i) => {
    const { low, high } = rangeOf(p, given[i]!, spread);
    if (high <= 0) return;
    people++;
    if (low <= observed[i]! && observed[i]! <= high) held++;
  });
  return { people, held };
};

const figuresOf = (origin: ValueOrigin): ValueEvaluation["origins"][number] => {
  const { landmark, observed } = origin;
  const expected = expectedOf(origin);
  return {
    landmark,
    people: observed.length,
    expected: expected.reduce((a, b) => a + b, 0),
    observed: observed.reduce((a, b) => a + b, 0),
    gini: normalisedGini(expected, observed),
  };
};
