// Proof that people differ in how much a contact moves them: on people whom the model has not seen, a ranking
// by uplift gains more than one by chance to convert, by more than accident explains. Without it nobody should
// choose by uplift: a ranking by noise looks like one by signal.
//
//   effect of a person   doubly robust: the model's uplift, corrected by the label of the person and the known share of contacts
//                        (Robins, Rotnitzky and Zhao 1994). Its mean over any group chosen beforehand is the group's true effect
//   gain of a ranking    conversions that contacting its first people brings, as a share of all people; averaged over all
//                        numbers of contacts it is the area under the Qini curve
//   difference           of the gains of two rankings, each person counting by how far they rank apart: the areas differ
//                        by a mean of independent numbers, so that its error is known
//
// J. M. Robins, A. Rotnitzky and L. P. Zhao (1994), "Estimation of regression coefficients when some regressors
// are not always observed", JASA 89.

import { type Effect, plainRates } from "../experiment/treatment-effect.js";
import { z95 } from "../numeric/confidence-intervals.js";
import { type Random, seededRandom } from "../numeric/random.js";
import { orderOf } from "./qini.js";
import { fitUplift, type RandomisedPeople, upliftOf, withoutDifferences } from "./uplift-model.js";

export type UpliftVerdict =
  /** People differ, and by more than chance: a ranking by uplift is offered. */
  | "proven"
  /** The ranking is ahead by more than one standard error: more contacts at random may prove it. */
  | "leaning"
  | "not_seen"
  /** Fewer than `minConversionsOfGroup` conversions in a group. */
  | "too_few";

export interface UpliftProof {
  verdict: UpliftVerdict;
  contacted: GroupCount;
  heldOut: GroupCount;
  /** Mean effect of a contact, in conversions per person. Null without people in both groups. */
  effect: Effect | null;
  /**
   * Gain of the ranking by uplift less that by chance, and less that of a random order, in conversions per
   * person contacted, over all numbers of contacts. Null if too few converted.
   */
  overChance: Effect | null;
  overRandom: Effect | null;
  /** What contacting the first share of the people brings, by each ranking. Empty if too few converted. */
  shares: ShareGain[];
  /** Fifths by predicted uplift, highest first. */
  fifths: { predicted: number; measured: Effect }[];
  /** People that would have proven a difference of this size, 80 times of 100. Null if none leans that way. */
  peopleNeeded: number | null;
}

export interface GroupCount {
  people: number;
  attained: number;
}

/** Effect per person contacted among the first `share` of each ranking. */
export interface ShareGain {
  share: number;
  byUplift: Effect;
  byChance: Effect;
  /** By uplift less by chance. */
  difference: Effect;
}

export const minConversionsOfGroup = 100;
const folds = 5;
const shares = [0.1, 0.2, 0.3, 0.5];
/** Standard normal quantile of a power of 80 %. */
const z80OneSided = 0.841621;

/** Time grows with the people and the square of the columns. `seed` draws the folds. */
export const proveUplift = (people: RandomisedPeople, seed: number): UpliftProof => {
  const counts = { contacted: countOf(people, 1), heldOut: countOf(people, 0) };
  const isEnough = Object.values(counts).every(
    ({ people: all, attained }) => Math.min(attained, all - attained) >= minConversionsOfGroup,
  );
  if (!isEnough) {
    const effect = plainRates(counts.contacted, counts.heldOut);
    const none = { overChance: null, overRandom: null, shares: [], fifths: [], peopleNeeded: null };
    return { verdict: "too_few", ...counts, effect, ...none };
  }
  const unseen = predictUnseen(people, seededRandom(seed));
  const [byUplift, byChance] = [rankingOf(unseen.uplift), rankingOf(unseen.chance)];
  const { effects } = unseen;
  const overChance = areaDifference(byUplift.place, byChance.place, effects);
  const random = new Float64Array(effects.length).fill(0.5);
  const z = zOf(overChance);
  return {
    verdict: z > z95 ? "proven" : z > 1 ? "leaning" : "not_seen",
    ...counts,
    effect: weightedMean(new Float64Array(effects.length).fill(1 / effects.length), effects),
    overChance,
    overRandom: areaDifference(byUplift.place, random, effects),
    shares: shares.map((share) => gainsAt(share, byUplift, byChance, effects)),
    fifths: fifthsOf(unseen.uplift, byUplift.place, effects),
    peopleNeeded: z > 0 ? Math.ceil(effects.length * Math.max(1, (z95 + z80OneSided) / z) ** 2) : null,
  };
};

interface Unseen {
  /** Of a model that has not seen the person. */
  uplift: Float64Array;
  /** By such a model without differences: how people rank by their chance. */
  chance: Float64Array;
  /** Doubly robust. */
  effects: Float64Array;
}

const predictUnseen = (people: RandomisedPeople, random: Random): Unseen => {
  const { contacted, attained } = people;
  const rows = contacted.length;
  const fold = stratifiedFolds(people, random);
  const found = {
    uplift: new Float64Array(rows),
    chance: new Float64Array(rows),
    effects: new Float64Array(rows),
  };
  for (let f = 0; f < folds; f++) {
    const [train, test] = [rowsOf(people, (i) => fold[i] !== f), rowsOf(people, (i) => fold[i] === f)];
    const model = fitUplift(train.people);
    const predicted = upliftOf(model, test.people.columns);
    const same = upliftOf(withoutDifferences(model, train.people), test.people.columns);
    test.rows.forEach((row, i) => {
      found.uplift[row] = predicted.uplift[i]!;
      found.chance[row] = same.uplift[i]!;
      found.effects[row] = doublyRobust(
        { uplift: predicted.uplift[i]!, without: predicted.without[i]! },
        contacted[row] === 1,
        attained[row]!,
        model.share,
      );
    });
  }
  return found;
};

const doublyRobust = (
  { uplift, without }: { uplift: number; without: number },
  isContacted: boolean,
  label: number,
  share: number,
): number => uplift + (isContacted ? (label - without - uplift) / share : -(label - without) / (1 - share));

/** Each group and label is spread evenly over the folds. */
const stratifiedFolds = ({ contacted, attained }: RandomisedPeople, random: Random): Uint8Array => {
  const order = orderOf(Float64Array.from(contacted, random));
  const assigned = [0, 0, 0, 0];
  const fold = new Uint8Array(contacted.length);
  for (const i of order) fold[i] = assigned[2 * contacted[i]! + attained[i]!]!++ % folds;
  return fold;
};

const rowsOf = (
  { columns, contacted, attained }: RandomisedPeople,
  isOf: (row: number) => boolean,
): { rows: Int32Array; people: RandomisedPeople } => {
  const rows = Int32Array.from(contacted.keys()).filter(isOf);
  return {
    rows,
    people: {
      columns: columns.map((column) => Float64Array.from(rows, (row) => column[row]!)),
      contacted: Uint8Array.from(rows, (row) => contacted[row]!),
      attained: Uint8Array.from(rows, (row) => attained[row]!),
    },
  };
};

interface Ranking {
  /** Nearly 1 for who is first, nearly 0 for who is last; equal people have the mean of their places. */
  place: Float64Array;
  /** How much of each person is among the first `share` of all: a part of those who are equal at its end. */
  first(share: number): Float64Array;
}

const rankingOf = (by: Float64Array): Ranking => {
  const count = by.length;
  const [from, until] = [new Float64Array(count), new Float64Array(count)];
  const order = orderOf(by);
  for (let start = 0; start < count; ) {
    let end = start + 1;
    while (end < count && by[order[end]!] === by[order[start]!]) end++;
    for (const row of order.subarray(start, end)) [from[row], until[row]] = [start, end];
    start = end;
  }
  return {
    place: from.map((start, i) => 1 - (start + until[i]!) / 2 / count),
    first: (share) =>
      from.map((start, i) => Math.min(1, Math.max(0, (share * count - start) / (until[i]! - start)))),
  };
};

/**
 * A person whose place is p is contacted at a share p of all numbers of contacts, so the area of a ranking is
 * the mean of place · effect. Twice that is the gain for each person contacted.
 */
const areaDifference = (one: Float64Array, other: Float64Array, effects: Float64Array): Effect =>
  weightedMean(
    one.map((place, i) => (2 * (place - other[i]!)) / effects.length),
    effects,
  );

const gainsAt = (share: number, byUplift: Ranking, byChance: Ranking, effects: Float64Array): ShareGain => {
  const each = 1 / (share * effects.length);
  const [ours, theirs] = [byUplift, byChance].map((ranking) =>
    ranking.first(share).map((part) => each * part),
  ) as [Float64Array, Float64Array];
  return {
    share,
    byUplift: weightedMean(ours, effects),
    byChance: weightedMean(theirs, effects),
    difference: weightedMean(
      ours.map((weight, i) => weight - theirs[i]!),
      effects,
    ),
  };
};

const fifthsOf = (uplift: Float64Array, places: Float64Array, effects: Float64Array) =>
  [0, 1, 2, 3, 4].map((fifth) => {
    const rows = Int32Array.from(places.keys()).filter((i) => Math.floor((1 - places[i]!) * 5) === fifth);
    const weight = new Float64Array(rows.length).fill(1 / rows.length);
    return {
      predicted: rows.reduce((sum, row) => sum + uplift[row]!, 0) / rows.length,
      measured: weightedMean(
        weight,
        Float64Array.from(rows, (row) => effects[row]!),
      ),
    };
  });

/** Σ weight · effect. Its variance is that of the effects about their mean: a shift of all is none. */
const weightedMean = (weight: Float64Array, effects: Float64Array): Effect => {
  const mean = effects.reduce((sum, effect) => sum + effect, 0) / effects.length;
  let [value, variance] = [0, 0];
  weight.forEach((w, i) => {
    value += w * effects[i]!;
    variance += (w * (effects[i]! - mean)) ** 2;
  });
  const halfWidth = z95 * Math.sqrt(variance);
  return { value, low: value - halfWidth, high: value + halfWidth };
};

const zOf = ({ value, high }: Effect): number => (high > value ? (z95 * value) / (high - value) : 0);

const countOf = ({ contacted, attained }: RandomisedPeople, group: 0 | 1): GroupCount =>
  contacted.reduce(
    (count, one, i) =>
      one === group ? { people: count.people + 1, attained: count.attained + attained[i]! } : count,
    { people: 0, attained: 0 },
  );
