// Observed performance of past scores. A snapshot of scores is kept until its horizon is over, and for one
// more horizon, in which late events are counted. Each build of a pipeline copies the snapshots of the
// previous build, evaluates those whose horizon is over, and takes a new snapshot when one is due. What
// challengers of the model would have said is kept with it, and evaluated too.

import { isDeepStrictEqual } from "node:util";
import {
  calendarFieldsOf,
  type HorizonFields,
  horizonAsOf,
  horizonOf,
} from "../../../domain/outcome/label-window.js";
import type { OutcomeResult } from "../../../domain/outcome/outcome.js";
import { type ValueMeasure, valueMeasures } from "../../../domain/outcome/value.js";
import type {
  ChallengerRole,
  KeptChallenger,
  ObservedChallenger,
} from "../../../domain/pipeline/challenger.js";
import {
  horizonEnd,
  newestObserved,
  type ObservedPerformance,
  type PerformanceHistory,
  type PredictionDefinition,
  partitionSnapshots,
  type ScoreSnapshot,
  type SnapshotValues,
} from "../../../domain/pipeline/observed-performance.js";
import { assert } from "../../../errors/refusal.js";
import { aucVariance } from "../../../model/evaluation/auc-interval.js";
import { auc as areaUnder, logLossOf } from "../../../model/evaluation/metrics.js";
import { meanInterval, wilsonInterval, z95 } from "../../../model/numeric/confidence-intervals.js";
import { countMinority } from "../../../model/numeric/labels.js";
import { predictChallenger } from "../../../model/propensity/challengers.js";
import { totalInterval } from "../../../model/propensity/expected-total.js";
import { sumInterval } from "../../../model/value/expected-sum.js";
import type { Objective } from "../../../warehouse/cohorts/inputs.js";
import type { Engine } from "../../../warehouse/engine.js";
import {
  challengerColumn,
  labelledScores,
  observedDeciles,
  observedValues,
  type SnapshotWindow,
  scoreSnapshot,
  snapshotLabels,
} from "../../../warehouse/observed-performance.js";
import { relation, scopeFiles } from "../../../warehouse/relations.js";
import { allRows } from "../../../warehouse/rows.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import type { StepTools } from "../../kind/kind.js";
import { cohortInputs } from "../../kind/relations.js";
import type { AccountSnapshot } from "../../kind/snapshot.js";
import { objectiveOf } from "../../outcome/prediction-task.js";
import type { PerformanceTracking } from "../input.js";
import type { Analysis } from "./analysis.js";
import { keepSnapshot, prepareSnapshot } from "./snapshots.js";
import { valueErrors } from "./value.js";

export interface NewScores {
  outcomeId: string;
  /** person_id, status, probability, percentile. */
  scores: Relation;
  horizon: HorizonFields;
  levelMargin: number;
  /** AUC of the test of their model. */
  auc?: ScoreSnapshot["auc"];
  /** Values of scores with amounts or counts. */
  values?: SnapshotValues | undefined;
  challengers?: ChallengedScores | undefined;
}

interface ChallengedScores {
  kept: KeptChallenger[];
  /** One row per person scored: person_id, probability_of_<role>. */
  probabilities: Relation;
}

export const performance: Analysis = {
  name: "performance",
  isRequested: ({ tracking }) => tracking !== null,
  predict: ({ model, challengers }, frame) =>
    Object.fromEntries(
      challengers.map((challenger) => [
        challengerColumn(challenger.role),
        predictChallenger(model, challenger, frame),
      ]),
    ),
  async ofFile({ input, outcomes, tools }) {
    const { tracking, account } = input;
    const performance: Record<string, PerformanceHistory> = {};
    for (const scored of tracking ? outcomes : []) {
      const { outcome, scores, model, probabilities } = scored;
      if (model.levelMargin === null) continue;
      const measures = valueErrors(scored);
      const auc = testedAuc(outcome.result);
      const newScores: NewScores = {
        outcomeId: outcome.id,
        scores,
        levelMargin: model.levelMargin,
        horizon: horizonAsOf(account.dataThrough, outcome.result),
        ...(auc && { auc }),
        values: measures && { measures, discount_rate: outcome.config.value?.discount_rate ?? 0 },
        challengers: { kept: model.challengers.map(({ role, name }) => ({ role, name })), probabilities },
      };
      performance[outcome.id] = await trackPerformance(newScores, tracking!, account, tools);
    }
    return { performance };
  },
};

const testedAuc = ({ performance, intervals }: OutcomeResult): ScoreSnapshot["auc"] =>
  intervals.model && { expected: performance.model.auc, ...intervals.model.auc };

/**
 * Writes the snapshots that are not yet evaluated for good into the step's directory. A changed outcome starts a new
 * history.
 */
export const trackPerformance = async (
  { outcomeId, scores, horizon, levelMargin, auc, values, challengers }: NewScores,
  { specs, previous }: PerformanceTracking,
  account: AccountSnapshot,
  { engine, dir }: Pick<StepTools, "engine" | "dir">,
): Promise<PerformanceHistory> => {
  const outcome = specs[outcomeId];
  assert(outcome, `outcome ${outcomeId} is tracked, but has no specification`);
  const objective = objectiveOf(outcome);
  const definition: PredictionDefinition = {
    ...objective,
    horizon_days: outcome.config.horizon_days ?? null,
    ...calendarFieldsOf(outcome.config),
  };
  const recorded = previous?.performance[outcomeId];
  const before = isDeepStrictEqual(recorded?.question, definition) ? recorded : undefined;
  const { ended, settling, waiting, isDue } = partitionSnapshots(
    [...(before?.settling ?? []), ...(before?.waiting ?? [])],
    account.dataThrough,
    horizonOf(horizon),
  );
  const fileIn = (at: string, cutoff: number) => scopeFiles(at).snapshot(outcomeId, cutoff);

  const observed: ObservedPerformance[] = [];
  for (const snapshot of ended) {
    const scored = relation(fileIn(previous!.dir, snapshot.cutoff));
    observed.push(await evaluate(snapshot, scored, objective, account, engine));
  }
  for (const { cutoff } of [...settling, ...waiting])
    await keepSnapshot(fileIn(previous!.dir, cutoff), fileIn(dir, cutoff));
  if (isDue) {
    const cutoff = account.dataThrough;
    const people = await write({ scores, values, challengers }, fileIn(dir, cutoff), engine);
    const { fingerprint: model } = outcome;
    waiting.push({
      cutoff,
      ...horizon,
      model,
      people,
      level_margin: levelMargin,
      ...(auc && { auc }),
      ...(values && { values }),
      ...(challengers && challengers.kept.length > 0 && { challengers: challengers.kept }),
    });
  }
  return {
    question: definition,
    waiting,
    settling,
    observed: newestObserved(before?.observed ?? [], observed),
  };
};

const write = async (
  { scores, values, challengers }: Pick<NewScores, "scores" | "values" | "challengers">,
  file: string,
  engine: Engine,
): Promise<number> => {
  await prepareSnapshot(file);
  const columns = {
    measures: values ? measuresIn(values) : [],
    ...(challengers && {
      challenged: { roles: rolesOf(challengers.kept), probabilities: challengers.probabilities },
    }),
  };
  return engine.writeParquet(scoreSnapshot(scores, columns), file);
};

const rolesOf = (challengers: readonly KeptChallenger[]): ChallengerRole[] =>
  challengers.map(({ role }) => role);

const measuresIn = ({ measures }: SnapshotValues): ValueMeasure[] =>
  valueMeasures.filter((measure) => measures[measure] !== undefined);

/** A row of `realisedDeciles`. */
type Decile = Record<"people" | "lowest" | "highest" | "expected" | "variance" | "attained", number>;

const evaluate = async (
  { model, values, challengers = [], auc: _, ...snapshot }: ScoreSnapshot,
  scored: Relation,
  objective: Objective,
  account: AccountSnapshot,
  engine: Engine,
): Promise<ObservedPerformance> => {
  const window = { cutoff: snapshot.cutoff, until: horizonEnd(snapshot) };
  const rows = labelledScores(scored, objective, cohortInputs(account), window);
  const labelled = await engine.createTable("labelled_snapshot", allRows(rows));
  const { columns } = await engine.columns(snapshotLabels(labelled, rolesOf(challengers)));
  const label = Uint8Array.from(columns.attained as Float64Array);
  const scores = (name: string) => Float64Array.from(columns[name] as Float64Array);
  const probability = scores("probability");
  const ranking = observedRanking(probability, label);
  const judged = label.length === 0 ? [] : challengers;
  return {
    model,
    ...(await observedFrom(snapshot, labelled, engine)),
    ...(ranking && { ranking }),
    ...(judged.length > 0 && {
      challengers: judged.map((challenger) => ({
        ...challenger,
        ...observedChallenge(scores(challengerColumn(challenger.role)), probability, label),
      })),
    }),
    ...(values && { values: await evaluateValues(values, labelled, objective, account, window, engine) }),
  };
};

const observedRanking = (probability: Float64Array, label: Uint8Array): ObservedPerformance["ranking"] => {
  if (countMinority(label) === 0) return undefined;
  const auc = areaUnder(probability, label);
  const halfWidth = z95 * Math.sqrt(aucVariance(probability, label));
  return { auc, interval: { low: Math.max(0, auc - halfWidth), high: Math.min(1, auc + halfWidth) } };
};

const observedChallenge = (
  challenger: Float64Array,
  delivered: Float64Array,
  label: Uint8Array,
): Omit<ObservedChallenger, keyof KeptChallenger> => ({
  expected: challenger.reduce((sum, p) => sum + p, 0),
  ...(countMinority(label) > 0 && { auc: areaUnder(challenger, label) }),
  gain: meanInterval(challenger.map((p, i) => logLossOf(p, label[i]!) - logLossOf(delivered[i]!, label[i]!))),
});

/** `labelled`: see `labelledScores`. */
export const observedFrom = async (
  { cutoff, horizon_days, people, level_margin, ...horizon }: Omit<ScoreSnapshot, "model" | "values">,
  labelled: Relation,
  engine: Engine,
): Promise<Omit<ObservedPerformance, "model">> => {
  const deciles = await engine.rows<Decile>(observedDeciles(labelled));
  const sum = (of: keyof Decile) => deciles.reduce((total, decile) => total + decile[of], 0);
  const total = { people: sum("people"), expected: sum("expected"), variance: sum("variance") };
  return {
    cutoff,
    horizon_days,
    ...calendarFieldsOf(horizon),
    people: total.people,
    left_out: people - total.people,
    expected: total.expected,
    expected_interval: totalInterval(total, level_margin),
    attained: sum("attained"),
    deciles: deciles.map(({ variance: _, ...decile }) => {
      const { low, high } = wilsonInterval(decile.attained / decile.people, decile.people);
      return { ...decile, rate_low: low, rate_high: high };
    }),
  };
};

type ObservedDecile = Record<"people" | "expected" | "variance" | "observed", number>;

const evaluateValues = async (
  values: SnapshotValues,
  labelled: Relation,
  objective: Objective,
  account: AccountSnapshot,
  window: SnapshotWindow,
  engine: Engine,
): Promise<NonNullable<ObservedPerformance["values"]>> => {
  const found: NonNullable<ObservedPerformance["values"]> = {};
  for (const measure of measuresIn(values)) {
    const { square, level_margin } = values.measures[measure]!;
    const of = { measure, square, discountRate: values.discount_rate };
    const deciles = await engine.rows<ObservedDecile>(
      observedValues(labelled, objective, cohortInputs(account), window, of),
    );
    const sum = (of: keyof ObservedDecile) => deciles.reduce((total, decile) => total + decile[of], 0);
    const [expected, variance] = [sum("expected"), sum("variance")];
    found[measure] = {
      expected,
      expected_interval: sumInterval({ expected, variance }, level_margin),
      observed: sum("observed"),
      deciles: deciles.map(({ variance: _, ...decile }) => decile),
    };
  }
  return found;
};
