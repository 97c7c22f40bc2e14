// Scores are kept as they were given until it can be known what became of the people. Each build of a pipeline carries the
// snapshots of the one before it on, judges those whose horizon is over, and takes a new one when it is time.

import { constants, copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  newestObserved,
  type ObservedPerformance,
  type PerformanceHistory,
  type PredictionDefinition,
  partitionSnapshots,
  type ScoreSnapshot,
} from "../../domain/observed-performance.js";
import { assert } from "../../errors/refusal.js";
import { wilsonInterval } from "../../model/numeric/confidence-intervals.js";
import { totalInterval } from "../../model/propensity/expected-total.js";
import type { Objective } from "../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../warehouse/engine.js";
import { observedDeciles, scoreSnapshot } from "../../warehouse/observed-performance.js";
import { relation, scopeFiles } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { StepTools } from "../kind/kind.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { type OutcomeSpec, objectiveOf } from "../outcome/prediction-task.js";

/** What a pipeline needs to compare its earlier scores with what happened since. */
export interface PerformanceTracking {
  /** By id of the pipeline's outcomes, with the fingerprint of its model. */
  specs: Record<string, OutcomeSpec & { fingerprint: string }>;
  /** The previous build of the pipeline; null for the first. */
  previous: { dir: string; followed: Record<string, PerformanceHistory> } | null;
}

export interface NewScores {
  outcomeId: string;
  /** person_id, status, probability, percentile. */
  scores: Relation;
  horizonDays: number;
  levelMargin: number;
}

/** Writes the snapshots that are waiting into the step's directory. A question that has changed begins anew. */
export const trackPerformance = async (
  { outcomeId, scores, horizonDays, levelMargin }: NewScores,
  { specs: asked, previous }: PerformanceTracking,
  account: AccountSnapshot,
  { engine, dir }: Pick<StepTools, "engine" | "dir">,
): Promise<PerformanceHistory> => {
  const outcome = asked[outcomeId];
  assert(outcome, `outcome ${outcomeId} is followed, but not asked`);
  const objective = objectiveOf(outcome);
  const question: PredictionDefinition = { ...objective, horizon_days: outcome.config.horizon_days ?? null };
  const recorded = previous?.followed[outcomeId];
  const before = isDeepStrictEqual(recorded?.question, question) ? recorded : undefined;
  const { ended, waiting, isDue } = partitionSnapshots(
    before?.waiting ?? [],
    account.dataThrough,
    horizonDays,
  );
  const fileIn = (at: string, cutoff: number) => scopeFiles(at).snapshot(outcomeId, cutoff);

  const realised: ObservedPerformance[] = [];
  for (const snapshot of ended) {
    const given = relation(fileIn(previous!.dir, snapshot.cutoff));
    realised.push(await judge(snapshot, given, objective, account, engine));
  }
  for (const { cutoff } of waiting) await carryOn(fileIn(previous!.dir, cutoff), fileIn(dir, cutoff));
  if (isDue) {
    const cutoff = account.dataThrough;
    const people = await write(scores, fileIn(dir, cutoff), engine);
    const { fingerprint: model } = outcome;
    waiting.push({ cutoff, horizon_days: horizonDays, model, people, level_margin: levelMargin });
  }
  return { question, waiting, realised: newestObserved([...(before?.realised ?? []), ...realised]) };
};

const write = async (scores: Relation, file: string, engine: Engine): Promise<number> => {
  await mkdir(path.dirname(file), { recursive: true });
  return engine.writeParquet(scoreSnapshot(scores), file);
};

const carryOn = async (from: string, to: string): Promise<void> => {
  await mkdir(path.dirname(to), { recursive: true });
  await copyFile(from, to, constants.COPYFILE_FICLONE);
};

/** A row of `realisedTenths`. */
type Tenth = Record<"people" | "lowest" | "highest" | "expected" | "variance" | "attained", number>;

const judge = async (
  { cutoff, horizon_days, model, people, level_margin }: ScoreSnapshot,
  given: Relation,
  objective: Objective,
  account: AccountSnapshot,
  engine: Engine,
): Promise<ObservedPerformance> => {
  const window = { cutoff, horizonDays: horizon_days };
  const tenths = await engine.rows<Tenth>(observedDeciles(given, objective, cohortInputs(account), window));
  const sum = (of: keyof Tenth) => tenths.reduce((total, tenth) => total + tenth[of], 0);
  const total = { people: sum("people"), expected: sum("expected"), variance: sum("variance") };
  return {
    cutoff,
    horizon_days,
    model,
    people: total.people,
    left_out: people - total.people,
    expected: total.expected,
    expected_interval: totalInterval(total, level_margin),
    attained: sum("attained"),
    deciles: tenths.map(({ variance: _, ...tenth }) => {
      const { low, high } = wilsonInterval(tenth.attained / tenth.people, tenth.people);
      return { ...tenth, rate_low: low, rate_high: high };
    }),
  };
};
