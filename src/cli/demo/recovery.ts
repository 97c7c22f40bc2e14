// Predictions compared with the true probabilities, which the generator of the shop knows. People are found
// in it by name and postcode or, where one of these has a typo, by e-mail address and first name.

import type { KnownTruth } from "../../../examples/shop/shop.js";
import { english } from "../../words/format.js";

export interface Recovery {
  people: number;
  meanPredicted: number;
  meanTrue: number;
  meanAbsoluteError: number;
  /** Pearson's; NaN where either side does not vary. */
  correlation: number;
}

export interface Prediction {
  givenName: string;
  surname: string;
  postcode: string;
  email: string;
  probability: number;
}

type Identified = Pick<Prediction, "givenName" | "surname" | "postcode" | "email">;

/** `trueProbability` selects the event that the predictions are about. */
export const recoveryOf = async (
  predictions: AsyncIterable<Prediction> | Iterable<Prediction>,
  truths: Iterable<KnownTruth>,
  trueProbability: (truth: KnownTruth) => number,
): Promise<Recovery> => {
  const find = finder(truths);
  const pairs: [predicted: number, actual: number][] = [];
  for await (const prediction of predictions) {
    const truth = find(prediction);
    if (truth) pairs.push([prediction.probability, trueProbability(truth)]);
  }
  return compare(pairs);
};

/** Each person is found once at most; a name that several people share finds none of them. */
const finder = (truths: Iterable<KnownTruth>): ((person: Identified) => KnownTruth | undefined) => {
  const byKey = new Map<string, KnownTruth | null>();
  const found = new Set<KnownTruth>();
  for (const truth of truths) for (const key of keysOf(truth)) byKey.set(key, byKey.has(key) ? null : truth);
  return (person) => {
    const truth = keysOf(person)
      .map((key) => byKey.get(key))
      .find((known) => known !== undefined && known !== null && !found.has(known));
    if (truth) found.add(truth);
    return truth ?? undefined;
  };
};

const keysOf = ({ givenName, surname, postcode, email }: Identified): string[] => {
  const keys = [[givenName, surname, postcode]];
  if (email) keys.push([givenName, email]);
  return keys.map((key) => key.join("|").toLowerCase());
};

const compare = (pairs: readonly [number, number][]): Recovery => {
  const mean = (of: (pair: readonly [number, number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const meanPredicted = mean(([predicted]) => predicted);
  const meanTrue = mean(([, actual]) => actual);
  const covariance = mean(([p, t]) => (p - meanPredicted) * (t - meanTrue));
  const deviations = Math.sqrt(
    mean(([p]) => (p - meanPredicted) ** 2) * mean(([, t]) => (t - meanTrue) ** 2),
  );
  return {
    people: pairs.length,
    meanPredicted,
    meanTrue,
    meanAbsoluteError: mean(([p, t]) => Math.abs(p - t)),
    correlation: covariance / deviations,
  };
};

const percent = (share: number): string => english.percent(share, 1);

export const recoveryLine = (recovery: Recovery): string => {
  return [
    `  Against the true probabilities of ${recovery.people.toLocaleString("en-US")} people: mean`,
    `${percent(recovery.meanPredicted)} predicted, ${percent(recovery.meanTrue)} true; mean error`,
    `${percent(recovery.meanAbsoluteError)}; correlation ${recovery.correlation.toFixed(2)}.`,
  ].join(" ");
};
