// Blend of candidates for amounts or counts: the mean of their logarithms, chosen by evidence of past dates
// as the blend for probabilities is: the mean of the general candidates, unless a single one or another mean
// has a lower loss by more than a standard error. The loss is the one that the trees minimise, a proper score
// of an expected value in which one very large amount does not decide.

import { quantile } from "../numeric/confidence-intervals.js";
import { type ValueCandidateName, valueSizesOf } from "./candidates.js";

/** Expectations of candidates for people at a past date who reached the goal, and what these had. */
export interface ValueEvidence {
  /** Expectations by candidate and size; one entry per person. */
  given: Map<ValueCandidateName, Float64Array[]>;
  value: Float64Array;
}

/** Members with equal weights, each with its size. */
export type ValueBlend = { name: ValueCandidateName; size: number }[];

const general: ValueCandidateName[] = ["linear", "trees"];
const otherMeans: ValueCandidateName[][] = [
  ["bg_nbd", "linear"],
  ["bg_nbd", "trees"],
  ["bg_nbd", "linear", "trees"],
];
/** In standard errors. */
const likely = 1;

/** The blend without evidence: the general candidates that are possible, or else the average. */
export const usualValueBlend = (possible: readonly ValueCandidateName[]): ValueBlend =>
  usualMembers(possible).map((name) => ({ name, size: middleSize(name) }));

const usualMembers = (possible: readonly ValueCandidateName[]): ValueCandidateName[] => {
  const members = general.filter((name) => possible.includes(name));
  return members.length > 0 ? members : ["average"];
};

const middleSize = (name: ValueCandidateName): number => {
  const sizes = valueSizesOf(name);
  return sizes[Math.floor(sizes.length / 2)]!;
};

/** People at past dates, fewer than which choose nothing. */
const minPeople = 30;

export const chooseValueBlend = (
  evidence: readonly ValueEvidence[],
  possible: readonly ValueCandidateName[],
): ValueBlend => {
  const known = evidence.filter(({ value }) => value.length >= minPeople && sumOf(value) > 0);
  const names = possible.filter((name) => known.every(({ given }) => given.has(name)));
  if (known.length === 0) return usualValueBlend(possible);
  const judged = known.map(levelled);
  const sized = new Map(names.map((name) => [name, bestSize(name, judged)]));
  const lossesOf = (members: readonly ValueCandidateName[]) =>
    judged.flatMap(({ lossesOf }) => Array.from(lossesOf(members.map((name) => [name, sized.get(name)!]))));
  const usual = usualMembers(names);
  const others = otherMeans.filter((members) => members.every((name) => names.includes(name)));
  const options = [...names.map((name) => [name]), ...others];
  const losses = options.map(lossesOf);
  const best = losses.reduce((at, one, i) => (total(one) < total(losses[at]!) ? i : at), 0);
  const chosen = isLower(losses[best]!, lossesOf(usual)) ? options[best]! : usual;
  return chosen.map((name) => ({ name, size: valueSizesOf(name)[sized.get(name)!]! }));
};

/** The blend's expectation from those of its members. */
export const meanGiven = (given: readonly Float64Array[]): Float64Array =>
  given[0]!.map((_, i) => Math.exp(given.reduce((sum, one) => sum + Math.log(one[i]!), 0) / given.length));

export const blendGiven = ({ given }: Pick<ValueEvidence, "given">, blend: ValueBlend): Float64Array =>
  meanGiven(blend.map(({ name, size }) => given.get(name)![valueSizesOf(name).indexOf(size)]!));

/** Above this share of the amounts, all count alike when candidates are compared. */
const capShare = 0.99;

/**
 * Losses of means of candidates at one date, each at the date's own level: a level that has moved is no fault
 * of one candidate.
 */
const levelled = ({ given, value }: ValueEvidence) => {
  const cap = quantile(value.slice().sort(), capShare);
  const capped = value.map((y) => Math.max(0, Math.min(cap, y)));
  const mean = sumOf(capped) / capped.length;
  const lossesOf = (members: readonly (readonly [ValueCandidateName, number])[]): Float64Array => {
    const expected = meanGiven(members.map(([name, size]) => given.get(name)![size]!));
    const level = sumOf(capped) / sumOf(expected);
    return expected.map((m, i) => ratioLoss(Math.log((m * level) / mean), capped[i]! / mean));
  };
  return { lossesOf };
};

/** Log loss of a row that stands once with label 0, and with label 1 as often as its value says. */
const ratioLoss = (logRatio: number, ratio: number): number =>
  ratio * Math.log1p(Math.exp(-logRatio)) + Math.log1p(Math.exp(logRatio));

const bestSize = (name: ValueCandidateName, judged: readonly ReturnType<typeof levelled>[]): number => {
  const losses = valueSizesOf(name).map((_, size) =>
    judged.reduce((sum, { lossesOf }) => sum + total(Array.from(lossesOf([[name, size]]))), 0),
  );
  return losses.indexOf(Math.min(...losses));
};

const isLower = (losses: readonly number[], others: readonly number[]): boolean => {
  const gains = losses.map((loss, i) => others[i]! - loss);
  const mean = total(gains) / gains.length;
  const squares = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0);
  return mean > (likely * Math.sqrt(squares)) / gains.length;
};

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const sumOf = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);
