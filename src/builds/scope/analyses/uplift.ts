// Uplift of a pipeline's people, learned from the campaigns of its hold-out. Whom chance held out and what both
// groups did is known of each measured campaign; what was known of a person is their chance as it was
// delivered before the campaign, the model's most important features as of that moment, and traits: what says
// nothing of the chance may say whom a contact moves. Where it is proven that people differ, everyone who is
// scored gets an uplift.

import { type UpliftResult, type UpliftSegment, upliftSegments } from "../../../domain/campaign/uplift.js";
import type { FeaturePlan } from "../../../domain/outcome/features/plan.js";
import { testAssignment } from "../../../model/experiment/assignment.js";
import { logScaled } from "../../../model/numeric/log-scale.js";
import { uniformOf } from "../../../model/numeric/random.js";
import { logit } from "../../../model/numeric/special-functions.js";
import { type ListedPeople, testPolicies } from "../../../model/uplift/policy.js";
import {
  type CampaignsPeople,
  predictUnseen,
  proofOf,
  tooFewToProve,
  type Unseen,
} from "../../../model/uplift/proof.js";
import { fitUplift, type Uplift, type UpliftModel, upliftOf } from "../../../model/uplift/uplift-model.js";
import { noUplift } from "../../../warehouse/arms.js";
import type { Engine } from "../../../warehouse/engine.js";
import { peopleAt, populationFrames } from "../../../warehouse/frame.js";
import { probabilitiesOfScored } from "../../../warehouse/scores.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import { featureRelations } from "../../kind/relations.js";
import type { AccountSnapshot } from "../../kind/snapshot.js";

/** A measured campaign. The arrays have a row per person who took part, ascending by person. */
export interface RandomisedCampaign {
  /** Index in the configuration. */
  place: number;
  /** Cutoff of the scores that were delivered before it. */
  cutoff: number;
  /** The people: person_id. */
  people: Relation;
  personId: BigInt64Array;
  probability: Float64Array;
  isHeldOut: Uint8Array;
  attained: Uint8Array;
}

/** The features of the outcome's model, and their names, the most important first. */
export interface KnownBefore {
  plan: FeaturePlan;
  important: readonly string[];
}

/** Newest campaigns that are learned from. */
const mostCampaigns = 5;
/** More features are weaker ones. */
const mostFeatures = 15;
/** Further traits: what says nothing of the chance may say whom a contact moves, and traits are what lists are cut by. */
const mostTraits = 10;
/**
 * Chance drew the groups, so nothing known before differs between them by less likely an accident. A trait has
 * no date: one that does was set by the contact, such as *clicked*, and would be its own effect.
 */
const leastChance = 1e-4;
/** A further campaign's people shift the figures by less than their intervals. */
const mostRows = 200_000;
const seed = 1;

interface Wanted {
  measured: readonly RandomisedCampaign[];
  /** person_id, status and probability of everyone in the population. */
  scores: Relation;
  known: KnownBefore;
  /** Whether each person's uplift is delivered. */
  isInPayload: boolean;
}

/** Finding and columns of everyone scored, which are empty unless uplift is proven. Without campaigns, no `uplift`. */
export const findUplift = async (
  { measured, scores, known, isInPayload }: Wanted,
  account: AccountSnapshot,
  engine: Engine,
): Promise<{ uplift?: UpliftResult; moved?: Relation }> => {
  const learned = await learnUplift(measured, known, account, engine);
  const found = learned ? { uplift: learned.result } : {};
  if (!isInPayload) return found;
  if (!learned?.model) return { ...found, moved: noUplift };
  const { uplift: moved, segments } = await scoreUplift(learned.model, scores, known, account, engine);
  return { uplift: { ...learned.result, segments }, moved };
};

export interface LearnedUplift {
  result: UpliftResult;
  /** Null unless proven. */
  model: LearnedModel | null;
}

/** With the names of the features of its columns, of which the first is the chance. */
export type LearnedModel = UpliftModel & { used: readonly string[] };

/** Null without campaigns. */
export const learnUplift = async (
  measured: readonly RandomisedCampaign[],
  known: KnownBefore,
  account: AccountSnapshot,
  engine: Engine,
): Promise<LearnedUplift | null> => {
  if (measured.length === 0) return null;
  const campaigns = [...measured].sort((a, b) => b.cutoff - a.cutoff).slice(0, mostCampaigns);
  const places = campaigns.map(({ place }) => place).sort((a, b) => a - b);
  const labels = stacked(campaigns.map((campaign) => ({ ...campaign, columns: [] })));
  const few = tooFewToProve(labels);
  if (few) return { result: { ...few, campaigns: places }, model: null };
  const share = mostRows / Math.max(mostRows, labels.contacted.length);
  const wanted = featuresFor(known);
  const read: KnownCampaign[] = [];
  for (const campaign of campaigns) {
    const { people, cutoff, personId, probability } = campaign;
    const of = { people, cutoff, personId, probability };
    const columns = await knownOf(of, known.plan, wanted, account, engine);
    read.push(sampled({ ...campaign, columns }, share));
  }
  const { parts, used } = withoutSetByContact(read, wanted, known.plan);
  const people = stacked(parts);
  const unseen = predictUnseen(people, seed);
  const proof = proofOf(people, unseen);
  const policy = testPolicies(listOf(parts[0]!, unseen));
  return {
    result: {
      ...proof,
      campaigns: places,
      ...(policy && { policy: { campaign: campaigns[0]!.place, ...policy } }),
    },
    model: proof.verdict === "proven" ? { ...fitUplift(people).model, used } : null,
  };
};

/** Names of the features that matter most for the chance, and of further traits, the most important first. */
const featuresFor = ({ plan, important }: KnownBefore): string[] => {
  const places = new Map(plan.features.map(({ name, over }) => [name, over]));
  const known = important.filter((name) => places.has(name));
  const traits = known.slice(mostFeatures).filter((name) => places.get(name) === "traits");
  return [...known.slice(0, mostFeatures), ...traits.slice(0, mostTraits)];
};

/** Whether the trait of this name, whose values are the column, was set by the contact of one of the campaigns. */
const isSetByContact = (name: string, column: number, campaigns: readonly KnownCampaign[]): boolean =>
  campaigns.some(({ columns, isHeldOut }) => {
    const isContacted = isHeldOut.map((held) => 1 - held);
    return (
      testAssignment({ columns: new Map([[name, columns[column]!]]), isContacted }, null).p < leastChance
    );
  });

/** The same campaigns without traits that a contact set; `used`: names of the features that are left. */
const withoutSetByContact = (
  campaigns: readonly KnownCampaign[],
  names: readonly string[],
  { features }: FeaturePlan,
): { parts: KnownCampaign[]; used: string[] } => {
  const traits = new Set(features.flatMap(({ name, over }) => (over === "traits" ? [name] : [])));
  // The first column is the chance.
  const isLeft = names.map((name, j) => !traits.has(name) || !isSetByContact(name, j + 1, campaigns));
  return {
    parts: campaigns.map((campaign) => ({
      ...campaign,
      columns: campaign.columns.filter((_, j) => j === 0 || isLeft[j - 1]),
    })),
    used: names.filter((_, j) => isLeft[j]),
  };
};

/** The people of the newest campaign, whose rows come first, in the order of their chance of then. */
const listOf = (
  { isHeldOut, attained, columns }: KnownCampaign,
  { uplift, without }: Unseen,
): ListedPeople => ({
  contacted: isHeldOut.map((held) => 1 - held),
  attained,
  uplift: uplift.subarray(0, isHeldOut.length),
  without: without.subarray(0, isHeldOut.length),
  order: columns[0]!,
});

/** A table with a row per scored person: person_id, uplift, uplift_low, uplift_high, uplift_segment. */
export const scoreUplift = async (
  model: LearnedModel,
  scores: Relation,
  known: KnownBefore,
  account: AccountSnapshot,
  engine: Engine,
): Promise<{ uplift: Relation; segments: Record<UpliftSegment, number> }> => {
  const { columns } = await engine.columns(probabilitiesOfScored(scores));
  const [personId, probability] = [columns.person_id as BigInt64Array, columns.probability as Float64Array];
  const people = await engine.createTableOf("uplift_people", { person_id: personId });
  const cutoff = account.dataThrough;
  const found = upliftOf(
    model,
    await knownOf({ people, cutoff, personId, probability }, known.plan, model.used, account, engine),
  );
  const uplift_segment = segmentsOf(found);
  const uplift = await engine.createTableOf("uplift", {
    person_id: personId,
    uplift: found.uplift,
    uplift_low: found.low,
    uplift_high: found.high,
    uplift_segment,
  });
  const counts = Object.fromEntries(upliftSegments.map((name) => [name, 0])) as Record<UpliftSegment, number>;
  for (const name of uplift_segment) counts[name]++;
  return { uplift, segments: counts };
};

const segmentsOf = ({ low, high, without }: Uplift): UpliftSegment[] => {
  const usual = without.slice().sort()[Math.floor(without.length / 2)] ?? 0;
  return Array.from(without, (chance, i) => {
    if (low[i]! > 0) return "persuadable";
    if (high[i]! < 0) return "put_off";
    return chance > usual ? "sure" : "lost";
  });
};

/** The columns of people, in the order of `personId`: the log-odds of their chance, then their features. */
const knownOf = async (
  {
    people,
    cutoff,
    personId,
    probability,
  }: Pick<RandomisedCampaign, "people" | "cutoff" | "personId" | "probability">,
  plan: FeaturePlan,
  used: readonly string[],
  account: AccountSnapshot,
  engine: Engine,
): Promise<Float64Array[]> => {
  const names = plan.features.map(({ name }) => name);
  const columns = used.map(() => new Float64Array(personId.length).fill(Number.NaN));
  const frames = populationFrames(
    engine,
    plan,
    featureRelations(account),
    peopleAt(people, cutoff),
    cutoff,
    personId.length,
  );
  let row = 0;
  for await (const frame of frames) {
    const values = used.map((name) => logScaled(frame.columns[names.indexOf(name)]!));
    frame.personId.forEach((id, i) => {
      while (personId[row]! < id) row++;
      columns.forEach((column, j) => {
        column[row] = values[j]![i]!;
      });
    });
  }
  return [probability.map(logit), ...columns];
};

type KnownCampaign = Pick<RandomisedCampaign, "personId" | "isHeldOut" | "attained"> & {
  columns: readonly Float64Array[];
};

/** About this share of the people, the same of every campaign. */
const sampled = ({ personId, isHeldOut, attained, columns }: KnownCampaign, share: number): KnownCampaign => {
  const rows = Int32Array.from(personId.keys()).filter((row) => uniformOf(personId[row]!, seed) < share);
  return {
    personId: BigInt64Array.from(rows, (row) => personId[row]!),
    isHeldOut: Uint8Array.from(rows, (row) => isHeldOut[row]!),
    attained: Uint8Array.from(rows, (row) => attained[row]!),
    columns: columns.map((column) => Float64Array.from(rows, (row) => column[row]!)),
  };
};

/** The rows of all campaigns, one after the other. */
const stacked = (campaigns: readonly KnownCampaign[]): CampaignsPeople => {
  const rows = campaigns.reduce((sum, { personId }) => sum + personId.length, 0);
  const numbers = new Map<bigint, number>();
  const people = {
    columns: campaigns[0]!.columns.map(() => new Float64Array(rows)),
    contacted: new Uint8Array(rows),
    attained: new Uint8Array(rows),
    person: new Int32Array(rows),
    shares: new Float64Array(rows),
  };
  let from = 0;
  for (const { personId, isHeldOut, attained, columns } of campaigns) {
    for (const [j, column] of people.columns.entries()) column.set(columns[j]!, from);
    people.contacted.set(
      isHeldOut.map((held) => 1 - held),
      from,
    );
    people.attained.set(attained, from);
    const heldOut = isHeldOut.reduce((sum, held) => sum + held, 0);
    people.shares.fill(1 - heldOut / personId.length, from, from + personId.length);
    personId.forEach((id, i) => {
      const number = numbers.get(id) ?? numbers.size;
      numbers.set(id, number);
      people.person[from + i] = number;
    });
    from += personId.length;
  }
  return people;
};
