// Uplift: the probability to convert if contacted, less that without, for each person. It is learned from a
// campaign in which chance decided who is contacted and who is held out.
//
//   log-odds = base(person) + (contacted − share of the campaign) · effect(person)
//
// Both are linear in the columns. Where the effect is the same for all in log-odds, uplift follows the chance:
// those who are undecided move most. Differences between people are weaker than chance in most campaigns, so
// their coefficients have a prior, and its width is learned too: one member of the model for each width,
// weighted by how probable it makes the labels (Laplace's approximation; MacKay 1992). A campaign that shows no
// differences is so left with none.
//
// D. J. C. MacKay (1992), "Bayesian interpolation", Neural Computation 4.

import { designMatrix } from "../numeric/design-matrix.js";
import { factorise, logDeterminant } from "../numeric/linear-systems.js";
import { fitLogisticRegression } from "../numeric/logistic-regression.js";
import { logit, logitLoss, sigmoid } from "../numeric/special-functions.js";

/** A row per person. All arrays have the same length. */
export interface RandomisedPeople {
  /** Known before anybody was contacted. NaN, unknown, counts as the mean. */
  columns: readonly Float64Array[];
  /** 1: contacted, 0: held out; drawn at random. */
  contacted: Uint8Array;
  /** 1: converted. */
  attained: Uint8Array;
  /**
   * Share of contacts in the campaign of each row. Absent: all rows are of one. Campaigns differ in their shares and in
   * how many convert anyway, which taken together would look like an effect.
   */
  shares?: Float64Array;
}

/** Plain data. Coefficients are of standardised columns. */
export interface UpliftModel {
  means: number[];
  scales: number[];
  /** Share of the people who were contacted. */
  share: number;
  members: UpliftMember[];
}

interface UpliftMember {
  /** Standard deviation of the effect's coefficients before the data; 0: the effect is the same for all. */
  spread: number;
  /** Of all members together 1. */
  weight: number;
  intercept: number;
  /** Of the base, the mean effect, and the effect's differences, each in units of its prior. */
  coefficients: number[];
  /** Cholesky's factor of the precision of the coefficients and, last, the intercept: row by row, up to the diagonal. */
  precision: number[][];
}

export interface Uplift {
  /** Probability if contacted, less that without. */
  uplift: Float64Array;
  /** 80 of 100 such ranges hold the true difference, if the model does. */
  low: Float64Array;
  high: Float64Array;
  /** Probability without contact. */
  without: Float64Array;
}

/** The first is that of the same effect for all. */
const spreads = [0, 0.02, 0.05, 0.1, 0.2, 0.4];
/** Standard deviations of the base's coefficients and of half the mean effect: wider than anything seen. */
const basePrior = 1;
const meanEffectPrior = 2;
/** A member with less of the weight is left out. */
const minWeight = 1e-3;
/** Standard normal quantile of a two-sided interval of 80 %. */
const z80 = 1.281552;

export interface FittedUplift {
  model: UpliftModel;
  /** The same as if the effect were the same for all: people are then ranked as by their chance. */
  sameForAll: SameForAll;
}

/** Its only member has the base's coefficients and, last, that of the effect. */
export type SameForAll = UpliftModel & { members: [UpliftMember] };

/** Both groups have people, and some convert and some do not. */
export const fitUplift = (people: RandomisedPeople): FittedUplift => {
  const { contacted } = people;
  const share = shareOf(contacted);
  const shares = sharesOf(people);
  const { means, scales } = standardOf(people.columns);
  const columns = standardised(people.columns, means, scales);
  const fitted = spreads.map((spread) => fitMember({ ...people, columns, shares }, spread));
  const best = Math.max(...fitted.map(({ evidence }) => evidence));
  const likely = fitted.filter(({ evidence }) => evidence > best + Math.log(minWeight));
  const total = likely.reduce((sum, { evidence }) => sum + Math.exp(evidence - best), 0);
  const members = likely.map(({ evidence, ...member }) => ({
    ...member,
    weight: Math.exp(evidence - best) / total,
  }));
  const { evidence: _, ...same } = fitted[0]!;
  const standard = { means, scales, share };
  return { model: { ...standard, members }, sameForAll: { ...standard, members: [{ ...same, weight: 1 }] } };
};

const shareOf = (contacted: Uint8Array): number =>
  contacted.reduce((sum, one) => sum + one, 0) / contacted.length;

/** Share of people contacted in each row's campaign. */
export const sharesOf = ({
  contacted,
  shares,
}: Pick<RandomisedPeople, "contacted" | "shares">): Float64Array =>
  shares ?? new Float64Array(contacted.length).fill(shareOf(contacted));

/** These rows of the people. */
export const peopleIn = (
  { columns, contacted, attained, shares }: RandomisedPeople,
  rows: Int32Array,
): RandomisedPeople => ({
  ...(shares && { shares: Float64Array.from(rows, (row) => shares[row]!) }),
  columns: columns.map((column) => Float64Array.from(rows, (row) => column[row]!)),
  contacted: Uint8Array.from(rows, (row) => contacted[row]!),
  attained: Uint8Array.from(rows, (row) => attained[row]!),
});

/**
 * Uplift of people with such columns, contacted or not. The range has the spread within members and between them.
 * `shares`: of the campaigns of which they are rows; absent: they are of none, and the mean counts.
 */
export const upliftOf = (
  { means, scales, share, members }: UpliftModel,
  columns: readonly Float64Array[],
  shares?: Float64Array,
): Uplift => {
  const rows = columns[0]?.length ?? 0;
  const [uplift, without, squares] = [zeros(rows), zeros(rows), zeros(rows)];
  const standard = standardised(columns, means, scales);
  const ofRows = shares ?? new Float64Array(rows).fill(share);
  for (const member of members)
    eachUplift(member, ofRows, standard, (row, one) => {
      uplift[row]! += member.weight * one.uplift;
      without[row]! += member.weight * one.without;
      squares[row]! += member.weight * (one.uplift ** 2 + one.variance);
    });
  const halfWidth = squares.map((square, i) => z80 * Math.sqrt(Math.max(0, square - uplift[i]! ** 2)));
  return {
    uplift,
    without,
    low: uplift.map((value, i) => Math.max(-1, value - halfWidth[i]!)),
    high: uplift.map((value, i) => Math.min(1, value + halfWidth[i]!)),
  };
};

/**
 * Uplift of people with these probabilities to convert without a contact, as if one moved all of them alike: by
 * the mean effect of `sameForAll`, in log-odds.
 */
export const upliftAtChance = (
  { members: [{ coefficients }] }: SameForAll,
  without: Float64Array,
): Float64Array => {
  const effect = meanEffectPrior * coefficients.at(-1)!;
  return without.map((chance) => sigmoid(logit(chance) + effect) - chance);
};

const fitMember = (
  { columns, contacted, attained, shares }: Required<RandomisedPeople>,
  spread: number,
): Omit<UpliftMember, "weight"> & { evidence: number } => {
  const design = designOf(columns, contacted, shares, spread);
  const { intercept, coefficients } = fitLogisticRegression(design, attained, 1);
  const matrix = designMatrix([...design, new Float64Array(attained.length).fill(1)]);
  const score = matrix.scores(Float64Array.of(...coefficients, intercept), zeros(attained.length));
  matrix.weigh(score.map((s) => sigmoid(s) * sigmoid(-s)));
  const precision = matrix.crossProducts().map((row, j) => {
    const lower = row.slice(0, j + 1);
    // The prior; the intercept, the last row, has none.
    if (j < coefficients.length) lower[j]! += 1;
    return lower;
  });
  factorise(precision);
  const loss = score.reduce((sum, s, i) => sum + logitLoss(s, attained[i]!), 0);
  const penalty = coefficients.reduce((sum, c) => sum + c ** 2 / 2, 0);
  return {
    spread,
    intercept,
    coefficients: [...coefficients],
    precision: precision.map((row) => [...row]),
    evidence: -loss - penalty - logDeterminant(precision) / 2,
  };
};

/** Columns in units of their priors, so that one penalty fits all: the base, the mean effect, the differences. */
const designOf = (
  columns: readonly Float64Array[],
  contacted: Uint8Array,
  shares: Float64Array,
  spread: number,
): Float64Array[] => [
  ...columns.map((column) => column.map((value) => basePrior * value)),
  Float64Array.from(contacted, (one, i) => meanEffectPrior * (one - shares[i]!)),
  ...(spread > 0
    ? columns.map((column) => column.map((value, i) => spread * (contacted[i]! - shares[i]!) * value))
    : []),
];

/**
 * The uplift of each person by one member, with its variance by the delta method. What is passed on is
 * overwritten for the next.
 */
const eachUplift = (
  { spread, coefficients, intercept, precision }: UpliftMember,
  shares: Float64Array,
  columns: readonly Float64Array[],
  onPerson: (row: number, one: { uplift: number; without: number; variance: number }) => void,
): void => {
  const width = columns.length;
  const gradient = zeros(precision.length);
  const one = { uplift: 0, without: 0, variance: 0 };
  for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
    const share = shares[row]!;
    let base = intercept;
    let effect = meanEffectPrior * coefficients[width]!;
    for (let j = 0; j < width; j++) {
      base += basePrior * columns[j]![row]! * coefficients[j]!;
      if (spread > 0) effect += spread * columns[j]![row]! * coefficients[width + 1 + j]!;
    }
    const given = sigmoid(base + (1 - share) * effect);
    const none = sigmoid(base - share * effect);
    const [steep, flat] = [given * (1 - given), none * (1 - none)];
    // Derivatives of the uplift by what is added to the base and to the effect.
    const [byBase, byEffect] = [steep - flat, (1 - share) * steep + share * flat];
    for (let j = 0; j < width; j++) {
      gradient[j] = basePrior * columns[j]![row]! * byBase;
      if (spread > 0) gradient[width + 1 + j] = spread * columns[j]![row]! * byEffect;
    }
    gradient[width] = meanEffectPrior * byEffect;
    gradient[gradient.length - 1] = byBase;
    one.uplift = given - none;
    one.without = none;
    one.variance = squaredNorm(precision, gradient);
    onPerson(row, one);
  }
};

/** gᵀ (L Lᵀ)⁻¹ g. Overwrites g. */
const squaredNorm = (l: readonly number[][], g: Float64Array): number => {
  let sum = 0;
  for (let j = 0; j < g.length; j++) {
    const row = l[j]!;
    let left = g[j]!;
    for (let k = 0; k < j; k++) left -= row[k]! * g[k]!;
    g[j] = left / row[j]!;
    sum += g[j]! ** 2;
  }
  return sum;
};

const standardOf = (columns: readonly Float64Array[]): { means: number[]; scales: number[] } => {
  const known = columns.map((column) => column.filter((value) => !Number.isNaN(value)));
  const means = known.map(
    (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length),
  );
  const scales = known.map((values, j) => {
    const squares = values.reduce((sum, value) => sum + (value - means[j]!) ** 2, 0);
    return Math.sqrt(squares / Math.max(1, values.length)) || 1;
  });
  return { means, scales };
};

const standardised = (
  columns: readonly Float64Array[],
  means: readonly number[],
  scales: readonly number[],
): Float64Array[] =>
  columns.map((column, j) =>
    column.map((value) => (Number.isNaN(value) ? 0 : (value - means[j]!) / scales[j]!)),
  );

const zeros = (count: number): Float64Array<ArrayBuffer> => new Float64Array(count);
