// Change of a score between two builds of a pipeline, in parts that add up: each part is what one cause did
// to the log-odds.
//
//   merged       other people turned out to be this person
//   corrected    earlier events or traits are no longer what they were
//   time         the cutoff moved on
//   events       events since then, and earlier ones that arrived since
//   model        another model, with its calibration and level
//   adjustment   the mitigation of bias ranked the person differently

import type { EpochMs, EpochSeconds } from "../resource/resource.js";

export const changeCauses = ["merged", "corrected", "time", "events", "model", "adjustment"] as const;
export type ChangeCause = (typeof changeCauses)[number];

export interface ChangePart {
  cause: ChangeCause;
  log_odds: number;
  /** Probability after this part and the parts before it. */
  probability: number;
}

/** A build whose scores are kept. It is named by its scores and models: a build with the same ones is the same. */
export interface ScoredBuild {
  /** 16 hexadecimal digits. */
  build: string;
  built_at: EpochMs;
  /** The cutoff of the scores, exclusive. */
  data_through: EpochSeconds;
  /** When the newest event arrived; null without events. */
  arrived_through: EpochMs | null;
  /** The streams that its models read: stream k has the column events_<k>. */
  streams: string[];
  /** In the order of the columns. */
  outcomes: ScoredModel[];
}

export interface ScoredModel {
  id: string;
  /** Version of the model. */
  model: string;
  /** Hash of what is predicted. */
  definition: string;
  /** The stream of its goal, or else of who is eligible; null where its models read no stream. */
  stream: string | null;
  /** Null: the model has no dates. */
  learned_through: EpochSeconds | null;
}

export interface ScoredBuilds {
  current: ScoredBuild;
  /** Builds that the current one can be compared with, the newest first; at most `maxKeptScores`. */
  former: ScoredBuild[];
}

/** A week of daily builds. */
export const maxKeptScores = 7;

/**
 * Builds before this one that are kept, the newest first. A build whose scores came back is not before
 * itself.
 */
export const keptBuilds = ({ build }: ScoredBuild, before: readonly ScoredBuild[]): ScoredBuild[] =>
  before.filter((each) => each.build !== build).slice(0, maxKeptScores);

export const modelOf = ({ outcomes }: ScoredBuild, outcomeId: string): ScoredModel | undefined =>
  outcomes.find(({ id }) => id === outcomeId);

/** Builds before the last one whose scores of the outcome say the same of the same goal, the oldest first. */
export const comparableBuilds = (builds: ScoredBuilds, outcomeId: string): ScoredBuild[] => {
  const definition = modelOf(builds.current, outcomeId)?.definition;
  return builds.former
    .filter((build) => definition !== undefined && modelOf(build, outcomeId)?.definition === definition)
    .toReversed();
};

/** Least changes of the probability that the bands of a summary begin with, upwards and downwards. */
export const changeBands = [0.01, 0.05, 0.2] as const;

/** Changes of the scores of one outcome. */
export interface ChangeTotals {
  /** People with a probability in both builds. */
  people: number;
  /** People with a probability in the later or in the earlier build alone. */
  entered: number;
  left: number;
  /** Mean probabilities of those in both. */
  mean_from: number;
  mean_to: number;
  /** People by change, the largest decrease first, in bands of equal steps down and up: see `changeBands`. */
  bands: number[];
  /** Means over a random sample of so many people. Empty where the earlier model cannot be applied any more. */
  sampled: number;
  parts: ChangePart[];
}

/** Changes of a pipeline since its build before. */
export interface ScoreChanges {
  since: Pick<ScoredBuild, "build" | "built_at" | "data_through">;
  /** Changes by outcome id, for outcomes that both builds have. */
  outcomes: Record<string, ChangeTotals>;
}

export interface MoversRequest {
  scopeId: string;
  outcomeId?: string | undefined;
  /** A kept build; absent: the one before the last. */
  since?: string | undefined;
  direction: MoverDirection;
  limit: number;
  /** Only this person, however little they moved. */
  personId?: string | undefined;
}

export const moverDirections = ["both", "up", "down"] as const;
export type MoverDirection = (typeof moverDirections)[number];

export interface Mover {
  id: string;
  name: string | null;
  email: string | null;
  customerId: string | null;
  from: number;
  to: number;
  /** Without those that did nothing; they add up to the change. */
  parts: (ChangePart & { sentence: string })[];
}

export interface Movers {
  outcomeId: string;
  to: ScoredBuild;
  /** Builds that `since` may name, the newest first. */
  builds: ScoredBuild[];
  /** Null: no build before the last is kept. */
  since: { build: ScoredBuild; totals: ChangeTotals } | null;
  /** The largest changes of the probability first. */
  people: Mover[];
}
