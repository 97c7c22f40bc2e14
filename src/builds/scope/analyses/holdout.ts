// Hold-out of a pipeline: the group of each person, kept from build to build, and what campaigns did. Each
// build keeps its scores with the groups, so that a campaign is measured with those that were delivered
// before it.

import {
  type ArmSnapshot,
  type Campaign,
  type CampaignResult,
  campaignWindow,
  type HoldoutResult,
  keptSnapshots,
  type MeasuredCampaign,
  settledRecord,
} from "../../../domain/campaign/holdout.js";
import {
  type Horizon,
  type HorizonFields,
  horizonAsOf,
  horizonOf,
  usualSeconds,
} from "../../../domain/outcome/label-window.js";
import { measureCampaign } from "../../../model/experiment/campaign.js";
import {
  armCounts,
  armSnapshot,
  armsWithFormer,
  drawnArms,
  formerArms,
  keptArms,
  noArms,
  withArms,
  withUplift,
} from "../../../warehouse/arms.js";
import {
  campaignRows,
  participantCounts,
  participants,
  participantsToday,
} from "../../../warehouse/campaigns.js";
import type { Objective } from "../../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../../warehouse/engine.js";
import { armsInReach } from "../../../warehouse/lasting-arms.js";
import { formerIds, peopleFiles, relation, scopeFiles } from "../../../warehouse/relations.js";
import { scoredPeople } from "../../../warehouse/scores.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import type { StepTools } from "../../kind/kind.js";
import { cohortInputs } from "../../kind/relations.js";
import type { AccountSnapshot } from "../../kind/snapshot.js";
import { objectiveOf } from "../../outcome/prediction-task.js";
import type { HoldoutInput, KeptHoldout } from "../input.js";
import { type Analysis, refuseActive } from "./analysis.js";
import { findIncrementality } from "./incrementality.js";
import { lastingGroups } from "./lasting-holdout.js";
import { keepArmSnapshots, prepareSnapshot } from "./snapshots.js";
import { findUplift, type RandomisedCampaign } from "./uplift.js";

interface HeldScores {
  /** person_id, status, probability, percentile. */
  scores: Relation;
  /** Null: an outcome without dates. */
  horizon: HorizonFields | null;
  /** Groups of the account's lasting hold-out; null or absent: there is none. */
  lasting?: Relation | null;
}

export const holdout: Analysis = {
  name: "hold-out",
  isRequested: (input) => input.holdout != null,
  async ofRows(rows, { input, outcomes, tools }) {
    const found = outcomes.find(({ outcome }) => outcome.id === input.holdout?.outcomeId);
    if (!input.holdout || !found) return {};
    const { outcome, model, scores, place } = found;
    refuseActive(outcome, "holdout");
    const horizon =
      model.levelMargin === null ? null : horizonAsOf(input.account.dataThrough, outcome.result);
    const lasting = lastingGroups(input);
    const held = await holdOut({ scores, horizon, lasting }, input.holdout, input.account, tools);
    const known = { plan: model.plan, important: outcome.result.features.map(({ name }) => name) };
    const isInPayload = input.holdout.config.uplift === true;
    const { uplift, moved } = await findUplift(
      { measured: held.randomised, scores, known, isInPayload },
      input.account,
      tools.engine,
    );
    const grouped = withArms(rows, held.arms, place);
    return {
      rows: moved ? withUplift(grouped, moved) : grouped,
      result: {
        holdout: { ...held.result, ...(uplift && { uplift }), ...(moved && { hasUpliftColumns: true }) },
      },
    };
  },
};

/** Writes the groups and the snapshots into the step's directory. */
export const holdOut = async (
  { scores, horizon, lasting = null }: HeldScores,
  input: HoldoutInput,
  account: AccountSnapshot,
  { engine, dir }: Pick<StepTools, "engine" | "dir">,
): Promise<{ arms: Relation; result: HoldoutResult; randomised: RandomisedCampaign[] }> => {
  const { config, outcomeId } = input;
  const arms = await drawArms(scores, input, account, { engine, dir });
  // Whom the account holds out is in no group of the pipeline.
  const inReach = lasting ? await engine.createTable("arms_in_reach", armsInReach(arms, lasting)) : arms;
  const snapshots =
    horizon === null
      ? []
      : await keepSnapshots(scores, inReach, horizonOf(horizon), input, account, { engine, dir });
  const campaigns: CampaignResult[] = [];
  const randomised: RandomisedCampaign[] = [];
  for (const [place, campaign] of (config.campaigns ?? []).entries()) {
    const followed = await follow(campaign, place, snapshots, horizon, input, account, { engine, dir });
    campaigns.push(followed.result);
    randomised.push(...followed.randomised);
  }
  const { contact, held_out } = await engine.row<{ contact: number; held_out: number }>(
    armCounts(scores, inReach),
  );
  const incrementality = await findIncrementality(inReach, input, account, engine);
  const { share, by = "pipeline" } = config;
  const result = {
    outcome_id: outcomeId,
    by,
    share,
    ...(horizon ?? { horizon_days: null }),
    contact,
    held_out,
    snapshots,
    campaigns,
    ...(incrementality && { incrementality }),
  };
  return { arms, result, randomised };
};

type Tools = Pick<StepTools, "engine" | "dir">;

/**
 * The groups of the previous build by the ids of today; those of ids that have become others are written into
 * the step's directory.
 */
export const keepGroups = async (
  previous: KeptHoldout | null,
  peopleDir: string,
  { engine, dir }: Tools,
): Promise<Relation> => {
  const known = {
    previous: previous?.arms ? armsIn(previous.dir) : armsWithFormer(noArms, noArms),
    aliases: formerIds(peopleDir),
    people: relation(peopleFiles(peopleDir).people),
  };
  await engine.writeParquet(formerArms(known), scopeFiles(dir).formerArms);
  return engine.createTable("kept_arms", keptArms(known));
};

/** The groups of a build, also of ids that have become others. */
const armsIn = (dir: string): Relation => {
  const { arms, formerArms: former } = scopeFiles(dir);
  return armsWithFormer(relation(arms), relation(former));
};

const drawArms = async (
  scores: Relation,
  { config: { share, by = "pipeline" }, key, previous }: HoldoutInput,
  { peopleDir, dataThrough }: AccountSnapshot,
  { engine, dir }: Tools,
): Promise<Relation> => {
  const kept = await keepGroups(previous, peopleDir, { engine, dir });
  const scored = scoredPeople(scores);
  const isOtherShare = previous !== null && previous.share !== share;
  await engine.writeParquet(
    drawnArms({ kept, scored, key, share, by, isOtherShare, cutoff: dataThrough }),
    scopeFiles(dir).arms,
  );
  return relation(scopeFiles(dir).arms);
};

const keepSnapshots = async (
  scores: Relation,
  arms: Relation,
  horizon: Horizon,
  { config: { campaigns = [] }, previous }: HoldoutInput,
  { dataThrough }: AccountSnapshot,
  { engine, dir }: Tools,
): Promise<ArmSnapshot[]> => {
  const earlier = (previous?.snapshots ?? []).filter(({ cutoff }) => cutoff !== dataThrough);
  const kept = keptSnapshots(earlier, campaigns, dataThrough, horizon);
  if (previous) await keepArmSnapshots(kept, previous.dir, dir);
  const file = scopeFiles(dir).armSnapshot(dataThrough);
  await prepareSnapshot(file);
  const people = await engine.writeParquet(armSnapshot(scores, arms), file);
  return [...kept, { cutoff: dataThrough, people }].sort((a, b) => a.cutoff - b.cutoff);
};

/** Result of a campaign; `randomised` has its people once it is measured. */
const follow = async (
  campaign: Campaign,
  place: number,
  snapshots: readonly ArmSnapshot[],
  horizon: HorizonFields | null,
  input: HoldoutInput,
  account: AccountSnapshot,
  tools: Tools,
): Promise<{ result: CampaignResult; randomised: RandomisedCampaign[] }> => {
  const recorded = settledRecord(
    campaign,
    input.previous?.campaigns ?? [],
    input.config.contacts_stream !== undefined,
  );
  const window = horizon === null ? null : campaignWindow(campaign, snapshots, horizonOf(horizon));
  if (!window)
    return { result: recorded ? { ...recorded, campaign } : { campaign, at: "without" }, randomised: [] };
  const { cutoff, until } = window;
  if (!recorded && account.dataThrough < until)
    return { result: { campaign, at: "waiting", cutoff, until }, randomised: [] };
  const { measured, people } = await measure(campaign, place, window, input, account, tools);
  const randomised = [{ ...people, place, cutoff }];
  if (recorded) return { result: { ...recorded, campaign }, randomised };
  // As claims do.
  const settledFrom = until + usualSeconds(horizonOf(horizon!));
  const isSettled = account.dataThrough >= settledFrom;
  return {
    result: { campaign, at: "measured", cutoff, until, ...(!isSettled && { settledFrom }), measured },
    randomised,
  };
};

const measure = async (
  { top, top_percent: topPercent, min_chance: minChance }: Campaign,
  place: number,
  window: { cutoff: number; from: number; until: number },
  { spec, config: { contacts_stream: stream } }: HoldoutInput,
  account: AccountSnapshot,
  { engine, dir }: Tools,
): Promise<{ measured: MeasuredCampaign; people: Omit<RandomisedCampaign, "place" | "cutoff"> }> => {
  const snapshot = relation(scopeFiles(dir).armSnapshot(window.cutoff));
  const taking = await engine.createTable(
    "participants",
    participants(snapshot, { top, topPercent, minChance }),
  );
  const today = await engine.createTable(
    `participants_today_${place}`,
    participantsToday({
      snapshot,
      taking,
      people: relation(peopleFiles(account.peopleDir).people),
      aliases: formerIds(account.peopleDir),
    }),
  );
  const inputs = cohortInputs(account);
  const contacts = stream === undefined ? null : (inputs.streams.get(stream) ?? null);
  const objective: Objective = objectiveOf(spec);
  const { columns } = await engine.columns(campaignRows(today, objective, inputs, contacts, window));
  const column = (name: string) => columns[name] as Float64Array;
  const leftOut = await countLeftOut(taking, column("is_held_out"), engine);
  const [isHeldOut, probability] = [Uint8Array.from(column("is_held_out")), column("probability")];
  const attained = column("attained");
  const measured = measureCampaign(
    {
      isHeldOut,
      score: probability,
      percentile: column("percentile"),
      attained,
      amount: column("amount"),
      ...(contacts && { isContacted: Uint8Array.from(column("contacted")) }),
    },
    leftOut,
  );
  const personId = columns.person_id as BigInt64Array;
  return {
    measured,
    people: { people: today, personId, probability, isHeldOut, attained: Uint8Array.from(attained) },
  };
};

const countLeftOut = async (taking: Relation, isHeldOut: Float64Array, engine: Engine) => {
  const { held, people } = await engine.row<{ held: number; people: number }>(participantCounts(taking));
  const heldNow = isHeldOut.reduce((sum, each) => sum + each, 0);
  return { contact: people - held - (isHeldOut.length - heldNow), held_out: held - heldNow };
};
