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

import {
  type GroupCount,
  minConversionsOfGroup,
  type ShareGain,
  type UpliftProof,
} from "../../domain/campaign/uplift.js";
import type { Estimate } from "../../domain/outcome/evaluation.js";
import { plainRates } from "../experiment/treatment-effect.js";
import { z95 } from "../numeric/confidence-intervals.js";
import { type Random, seededRandom } from "../numeric/random.js";
import { orderOf } from "./qini.js";
import {
  fitUplift,
  peopleIn,
  type RandomisedPeople,
  sharesOf,
  upliftAtChance,
  upliftOf,
} from "./uplift-model.js";

const folds = 5;
const shares = [0.1, 0.2, 0.3, 0.5];
/** Standard normal quantile of a power of 80 %. */
const z80OneSided = 0.841621;

/** A row per person and campaign. */
export interface CampaignsPeople extends RandomisedPeople {
  /** Number of the person; absent: each row is another. What one person does in several campaigns is one case. */
  person?: Int32Array;
}

/** Time grows with the people and the square of the columns. `seed` draws the folds. */
export const proveUplift = (people: CampaignsPeople, seed: number): UpliftProof =>
  tooFewToProve(people) ?? proofOf(people, predictUnseen(people, seed));

/** Proof where enough people have converted. */
export const proofOf = (people: CampaignsPeople, unseen: Unseen): UpliftProof => {
  const [byUplift, byChance] = [rankingOf(unseen.uplift), rankingOf(unseen.chance)];
  const rows = unseen.effects.length;
  const mean = weightedMeans(unseen.effects, personOf(people));
  const over_chance = mean(areaWeights(byUplift.place, byChance.place));
  const z = zOf(over_chance);
  return {
    verdict: z > z95 ? "proven" : z > 1 ? "leaning" : "not_seen",
    ...countsOf(people),
    effect: mean(new Float64Array(rows).fill(1 / rows)),
    over_chance,
    over_random: mean(areaWeights(byUplift.place, new Float64Array(rows).fill(0.5))),
    shares: shares.map((share) => gainsAt(share, byUplift, byChance, mean)),
    fifths: fifthsOf(unseen.uplift, byUplift.place, mean),
    people_needed: z > 0 ? Math.ceil(rows * Math.max(1, (z95 + z80OneSided) / z) ** 2) : null,
  };
};

/** What can be said of so few people; null where there are enough. Reads no columns. */
export const tooFewToProve = (people: Omit<CampaignsPeople, "columns">): UpliftProof | null => {
  const counts = countsOf(people);
  const isEnough = Object.values(counts).every(
    ({ people: all, attained }) => Math.min(attained, all - attained) >= minConversionsOfGroup,
  );
  if (isEnough) return null;
  const effect = effectWithin(people);
  const none = { over_chance: null, over_random: null, shares: [], fifths: [], people_needed: null };
  return { verdict: "too_few", ...counts, effect, ...none };
};

/**
 * Mean of the effects in the campaigns of each share of contacts. Taken together, those of different shares would show
 * who converts anyway as an effect.
 */
const effectWithin = (people: Omit<CampaignsPeople, "columns">): Estimate | null => {
  const { contacted, attained } = people;
  if (contacted.length === 0) return null;
  const shares = sharesOf(people);
  const mean = { value: 0, low: 0, high: 0 };
  for (const share of new Set(shares)) {
    const isIn = (_: number, row: number) => shares[row] === share;
    const those = { contacted: contacted.filter(isIn), attained: attained.filter(isIn) };
    const { contact, held_out } = countsOf(those);
    const effect = plainRates(contact, held_out);
    if (effect === null) return null;
    const weight = those.contacted.length / contacted.length;
    mean.value += weight * effect.value;
    mean.low += (weight * (effect.value - effect.low)) ** 2;
    mean.high += (weight * (effect.high - effect.value)) ** 2;
  }
  const { value, low, high } = mean;
  return { value, low: value - Math.sqrt(low), high: value + Math.sqrt(high) };
};

export interface Unseen {
  /** Of a model that has not seen the person. */
  uplift: Float64Array;
  /** By it, the probability to convert without a contact. */
  without: Float64Array;
  /**
   * As if a contact moved all alike: how people rank by their chance. It is the chance without a contact, since
   * that of both groups together knows a part of the differences.
   */
  chance: Float64Array;
  /** Doubly robust. */
  effects: Float64Array;
}

const personOf = ({ person, contacted }: CampaignsPeople): Int32Array =>
  person ?? Int32Array.from(contacted.keys());

/** `seed` draws the folds. */
export const predictUnseen = (people: CampaignsPeople, seed: number): Unseen => {
  const random = seededRandom(seed);
  const { contacted, attained } = people;
  const rows = contacted.length;
  const shares = sharesOf(people);
  const fold = stratifiedFolds(people, random);
  const found = {
    uplift: new Float64Array(rows),
    without: new Float64Array(rows),
    chance: new Float64Array(rows),
    effects: new Float64Array(rows),
  };
  for (let f = 0; f < folds; f++) {
    const all = Int32Array.from(fold.keys());
    const { model, sameForAll } = fitUplift(
      peopleIn(
        people,
        all.filter((row) => fold[row] !== f),
      ),
    );
    const test = all.filter((row) => fold[row] === f);
    const unseen = peopleIn(people, test);
    const predicted = upliftOf(model, unseen.columns, unseen.shares);
    const byChance = upliftAtChance(sameForAll, predicted.without);
    test.forEach((row, i) => {
      found.uplift[row] = predicted.uplift[i]!;
      found.without[row] = predicted.without[i]!;
      found.chance[row] = byChance[i]!;
      found.effects[row] = doublyRobust(
        { uplift: predicted.uplift[i]!, without: predicted.without[i]! },
        contacted[row] === 1,
        attained[row]!,
        shares[row]!,
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

/** Each group and label is spread evenly over the folds, and a person is in one of them. */
const stratifiedFolds = (people: CampaignsPeople, random: Random): Uint8Array => {
  const { contacted, attained } = people;
  const person = personOf(people);
  const assigned = [0, 0, 0, 0];
  const foldOf = new Map<number, number>();
  for (const row of orderOf(Float64Array.from(contacted, random))) {
    if (foldOf.has(person[row]!)) continue;
    foldOf.set(person[row]!, assigned[2 * contacted[row]! + attained[row]!]!++ % folds);
  }
  return Uint8Array.from(person, (one) => foldOf.get(one)!);
};

export interface Ranking {
  /** Nearly 1 for who is first, nearly 0 for who is last; equal people have the mean of their places. */
  place: Float64Array;
  /** How much of each person is among the first `share` of all: a part of those who are equal at its end. */
  first(share: number): Float64Array;
}

export const rankingOf = (by: Float64Array): Ranking => {
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
const areaWeights = (one: Float64Array, other: Float64Array): Float64Array =>
  one.map((place, i) => (2 * (place - other[i]!)) / one.length);

/** Σ weight · effect of the rows. */
type WeightedMean = (weight: Float64Array) => Estimate;

const gainsAt = (share: number, byUplift: Ranking, byChance: Ranking, mean: WeightedMean): ShareGain => {
  const weights = (ranking: Ranking) =>
    ranking.first(share).map((part) => part / (share * ranking.place.length));
  const [ours, theirs] = [weights(byUplift), weights(byChance)];
  return {
    share,
    by_uplift: mean(ours),
    by_chance: mean(theirs),
    difference: mean(ours.map((weight, i) => weight - theirs[i]!)),
  };
};

const fifthsOf = (uplift: Float64Array, places: Float64Array, mean: WeightedMean): UpliftProof["fifths"] =>
  [0, 1, 2, 3, 4].map((fifth) => {
    const isIn = places.map((place) => Number(Math.min(4, Math.floor((1 - place) * 5)) === fifth));
    const people = Math.max(
      1,
      isIn.reduce((sum, one) => sum + one, 0),
    );
    return {
      predicted: isIn.reduce((sum, one, i) => sum + one * uplift[i]!, 0) / people,
      measured: mean(isIn.map((one) => one / people)),
    };
  });

/** The variance is that of the effects about their mean, since a shift of all is none; a person's rows count together. */
const weightedMeans = (effects: Float64Array, person: Int32Array): WeightedMean => {
  const mean = effects.reduce((sum, effect) => sum + effect, 0) / effects.length;
  const people = 1 + person.reduce((most, one) => Math.max(most, one), 0);
  return (weight) => {
    const deviations = new Float64Array(people);
    let value = 0;
    weight.forEach((w, i) => {
      value += w * effects[i]!;
      deviations[person[i]!]! += w * (effects[i]! - mean);
    });
    const halfWidth = z95 * Math.sqrt(deviations.reduce((sum, one) => sum + one ** 2, 0));
    return { value, low: value - halfWidth, high: value + halfWidth };
  };
};

const zOf = ({ value, high }: Estimate): number => (high > value ? (z95 * value) / (high - value) : 0);

type Labels = Pick<RandomisedPeople, "contacted" | "attained">;

const countsOf = (people: Labels): Record<"contact" | "held_out", GroupCount> => ({
  contact: countOf(people, 1),
  held_out: countOf(people, 0),
});

const countOf = ({ contacted, attained }: Labels, group: 0 | 1): GroupCount => {
  const count = { people: 0, attained: 0 };
  contacted.forEach((one, i) => {
    if (one !== group) return;
    count.people++;
    count.attained += attained[i]!;
  });
  return count;
};
