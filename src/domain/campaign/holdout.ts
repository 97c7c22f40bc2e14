// Hold-out of a pipeline: a random share of the scored people who are not contacted, so that a campaign can
// be compared with doing nothing. Chance decides once for each person, and the group stays from build to
// build. A campaign is measured with the groups and scores that were delivered before it.
//
//   waiting     its horizon is not over
//   measured    its horizon is over: conversions of both groups, and the effect; preliminary for one horizon
//               more, since events come late, and then a record that stays as it is
//   without     no scores with groups were kept from before it, so that it cannot be measured

import { type Static, Type } from "@sinclair/typebox";
import type { Estimate } from "../outcome/evaluation.js";
import { type CalendarFields, type Horizon, usualSeconds, windowEnd } from "../outcome/label-window.js";
import { type EpochSeconds, secondsPerDay } from "../resource/resource.js";
import { closed, described, id, nameOf, oneOf, optional } from "../resource/schema.js";
import type { Incrementality } from "./incrementality.js";
import type { UpliftResult } from "./uplift.js";

export const arms = ["contact", "held_out"] as const;
export type Arm = (typeof arms)[number];

const campaign = closed(
  {
    name: optional(nameOf("Name of the campaign.", "Autumn mailing")),
    contacted_at: Type.String({
      pattern: "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2}))?$",
      description:
        "When people were contacted: a day, from its beginning (UTC), or a time. Conversions count from then on, for one horizon.",
      examples: ["2025-10-01"],
    }),
    top: optional(
      Type.Integer({
        minimum: 1,
        description: "Only so many of the likeliest people took part, in both groups together.",
      }),
    ),
    top_percent: optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        description: "Only this share of the likeliest people took part, in percent.",
        examples: [20],
      }),
    ),
    min_chance: optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Only people with at least this probability took part.",
      }),
    ),
  },
  "Campaign",
);
export type Campaign = Static<typeof campaign>;

export const holdoutConfig = closed(
  {
    share: Type.Number({
      minimum: 0.005,
      maximum: 0.9,
      description: "Share of the scored people to hold out. Another share moves as few people as possible.",
      examples: [0.1],
    }),
    by: optional(
      oneOf(
        ["pipeline", "account"],
        "pipeline (default): drawn for this pipeline, the same share in each decile of the score. account: drawn by the person alone, so that " +
          "all pipelines with this value hold out the same people.",
      ),
    ),
    outcome_id: optional(
      id(
        "the outcome whose deciles are drawn from, and whose conversions are compared. Absent: the first of the payload",
      ),
    ),
    contacts_stream: optional(
      nameOf(
        "Stream with an event for each contact, such as a sent mail. The effect on those really contacted is then measured as well.",
        "mail_sent",
      ),
    ),
    uplift: optional(
      Type.Boolean({
        description:
          "true: adds what a contact does to each person to the payload: uplift, the ends of its range, and a segment. They are empty until measured " +
          "campaigns prove that people differ.",
      }),
    ),
    campaigns: optional(
      Type.Array(campaign, {
        maxItems: 50,
        description: "Campaigns to measure, each once its horizon is over.",
      }),
    ),
  },
  "Holdout",
);
export type HoldoutConfig = Static<typeof holdoutConfig>;

/**
 * The share that chance has really drawn, of the people with a probability; it differs a little from the one
 * asked for.
 */
export const drawnShare = ({ contact, held_out: held }: Record<"contact" | "held_out", number>): number =>
  held / Math.max(1, contact + held);

/** Scores and groups of a build, kept for campaigns after it. */
export interface ArmSnapshot {
  cutoff: EpochSeconds;
  people: number;
}

/** Findings about a hold-out after a build. */
export interface HoldoutResult extends CalendarFields {
  outcome_id: string;
  by: "pipeline" | "account";
  share: number;
  /** Null for an outcome without dates, whose campaigns cannot be measured. */
  horizon_days: number | null;
  /** Scored people by group. */
  contact: number;
  held_out: number;
  /** Oldest first. */
  snapshots: ArmSnapshot[];
  /** In the order of the configuration. */
  campaigns: CampaignResult[];
  /** Absent where the goal is not of events. */
  incrementality?: Incrementality;
  /** Only with a measured campaign. */
  uplift?: UpliftResult;
  /** Whether the scores have columns for it. */
  hasUpliftColumns?: boolean;
}

interface CampaignBase {
  campaign: Campaign;
}

export type CampaignResult =
  | (CampaignBase & { at: "without" })
  | (CampaignBase & { at: "waiting"; cutoff: EpochSeconds; until: EpochSeconds })
  | (CampaignBase & {
      at: "measured";
      cutoff: EpochSeconds;
      until: EpochSeconds;
      /** Until the data reach it, late events may change the figures; absent from then on. */
      settledFrom?: EpochSeconds;
      measured: MeasuredCampaign;
    });

/** A group of a campaign. */
export interface ArmFigures {
  people: number;
  /** Conversions in the window. */
  attained: number;
  /** Σ of their probabilities before the campaign. */
  expected: number;
  /** People of the snapshot who no longer exist, or were merged with another of them. */
  left_out: number;
  /** Sum of the values of the goal's events; absent where these have none. */
  amount?: number;
  /** People with an event in the stream of contacts; absent without such a stream. */
  contacted?: number;
}

/** For each person to contact. */
export interface EffectFigures {
  /** Effect by a comparison of the two groups alone. */
  plain?: Estimate;
  /** Effect adjusted by the score; absent where a group has too few conversions. */
  adjusted?: Estimate;
  /** For each person who was contacted because of the campaign. */
  treated?: Estimate;
}

export interface CampaignDecile {
  /** 1: the likeliest. */
  decile: number;
  contact: Pick<ArmFigures, "people" | "attained">;
  held_out: Pick<ArmFigures, "people" | "attained">;
  effect?: Estimate;
}

export interface MeasuredCampaign {
  contact: ArmFigures;
  held_out: ArmFigures;
  conversions: EffectFigures;
  amount?: EffectFigures;
  deciles: CampaignDecile[];
}

/** With fewer conversions in a group, or fewer people without, an adjusted interval is too narrow. */
export const minConversions = 10;

/**
 * The scores that a campaign was made from, and the window in which conversions count; null without scores
 * from before it.
 */
export interface CampaignWindow {
  cutoff: EpochSeconds;
  from: EpochSeconds;
  until: EpochSeconds;
}

/**
 * The newest snapshot from before the campaign. A campaign that is known by its day alone may have been made
 * from data of that day; its window then starts with the cutoff.
 */
export const campaignWindow = (
  { contacted_at: at }: Campaign,
  snapshots: readonly ArmSnapshot[],
  horizon: Horizon,
): CampaignWindow | null => {
  const start = Math.floor(Date.parse(at) / 1000);
  const latest = at.includes("T") ? start : start + secondsPerDay;
  const before = snapshots.filter(({ cutoff }) => cutoff <= latest).map(({ cutoff }) => cutoff);
  if (before.length === 0) return null;
  const cutoff = Math.max(...before);
  const from = Math.max(start, cutoff);
  return { cutoff, from, until: windowEnd(from, horizon) };
};

type Settled = Extract<CampaignResult, { at: "measured" }>;

/**
 * Record of a campaign that an earlier build has measured, once nothing can come late any more; null: it is to
 * be measured. A campaign under a new name is the same one. Whoever names a stream of contacts afterwards wants
 * them counted.
 */
export const settledRecord = (
  { name: _, ...campaign }: Campaign,
  recorded: readonly CampaignResult[],
  hasContacts: boolean,
): Settled | null => {
  const wanted = JSON.stringify(Object.entries(campaign).sort());
  const found = recorded.find(
    ({ campaign: { name: __, ...other } }) => JSON.stringify(Object.entries(other).sort()) === wanted,
  );
  if (found?.at !== "measured" || found.settledFrom !== undefined) return null;
  return hasContacts && found.measured.contact.contacted === undefined ? null : found;
};

/**
 * Snapshots that are kept besides those of campaigns, for campaigns that are named later: some of the last
 * horizon and, since most people name a campaign once they want its result, one for each horizon of the year
 * before, or for each month of shorter horizons.
 */
const perHorizon = 4;
const monthDays = 30;
const namedWithinDays = 365;

/**
 * The snapshots to copy from the previous build: those of campaigns, the newest, and those for campaigns
 * named later. Oldest first.
 */
export const keptSnapshots = (
  snapshots: readonly ArmSnapshot[],
  campaigns: readonly Campaign[],
  now: EpochSeconds,
  horizon: Horizon,
): ArmSnapshot[] => {
  const horizonDays = usualSeconds(horizon) / secondsPerDay;
  const named = new Set(campaigns.map((each) => campaignWindow(each, snapshots, horizon)?.cutoff));
  const [newest] = snapshots.slice(-1);
  let last = Number.NEGATIVE_INFINITY;
  return snapshots.filter((snapshot) => {
    const { cutoff } = snapshot;
    const ageDays = (now - cutoff) / secondsPerDay;
    const far = Math.max(horizonDays, monthDays);
    const spacing = ageDays <= horizonDays ? horizonDays / perHorizon : far;
    const isSpaced =
      ageDays <= horizonDays + namedWithinDays + far && (cutoff - last) / secondsPerDay >= spacing;
    if (isSpaced) last = cutoff;
    return isSpaced || named.has(cutoff) || snapshot === newest;
  });
};

/** The outcome that a hold-out is about. */
export const holdoutOutcome = (
  { outcome_id: id }: Pick<HoldoutConfig, "outcome_id">,
  outcomeIds: readonly string[],
): string | undefined => (id === undefined ? outcomeIds[0] : outcomeIds.find((known) => known === id));

export const holdoutField = optional(
  described(
    "Random share of people who are not to be contacted, so that the effect of a campaign can be measured. Adds a column to the payload.",
    holdoutConfig,
  ),
);
