// The step of a pipeline: scores everyone in its population, with a status for each outcome and a probability for eligible people,
// at the account's now. The population is read in ranges of keys, which bounds the memory.

import { readFile } from "node:fs/promises";
import type { CohortConfig } from "../../domain/cohort.js";
import type { Warning } from "../../domain/evaluation.js";
import type { HoldoutResult } from "../../domain/holdout.js";
import { horizonColumns, type ScoredHorizons } from "../../domain/horizons.js";
import type { ResultOf } from "../../domain/kinds.js";
import type { OutcomeConfig, OutcomeResult } from "../../domain/outcome.js";
import type { PredictedColumn } from "../../domain/predicted-columns.js";
import type { ScopeConfig, ScopeResult, ScoringModel } from "../../domain/scope.js";
import { isBuiltInName, traitMeant } from "../../domain/trait.js";
import type { ScoredValue, ValueColumn } from "../../domain/value.js";
import { scoredCounts } from "../../model/evaluation/population-shift.js";
import { withArms } from "../../warehouse/arms.js";
import { cohortFiles, outcomeFiles, peopleFiles, relation, scopeFiles } from "../../warehouse/relations.js";
import {
  population,
  type StatusSpec,
  scoresByPerson,
  statuses,
  withPercentiles,
} from "../../warehouse/scores.js";
import { ident, type Relation, sql } from "../../warehouse/sql/sql.js";
import type { Step, StepTools } from "../kind/kind.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { modelVersion, type StoredModel } from "../outcome/stored-model.js";
import { analyseScores, nobodyOutside, scoreOutsidePopulation } from "./analysis.js";
import { contactPlan, contactRows, type DecidingOutcome } from "./contacts.js";
import { valueScores } from "./expected-values.js";
import { explainScores } from "./explanations.js";
import { type HoldoutInput, holdOut } from "./holdout.js";
import { horizonScores } from "./horizons.js";
import { type KeptOutcome, keepScores, type PreviousScores } from "./kept-scores.js";
import { type PerformanceTracking, trackPerformance } from "./observed-performance.js";
import { scorePeople } from "./score-people.js";

export interface ScopeInput {
  config: ScopeConfig;
  /** Empty: everyone known is scored. */
  includeDirs: string[];
  excludeDirs: string[];
  outcomes: BuiltOutcome[];
  account: AccountSnapshot;
  /** Null: earlier scores are not compared with what happened since. */
  tracking: PerformanceTracking | null;
  /** Null or absent: nobody is held out. */
  holdout?: HoldoutInput | null;
  /** Null or absent: nothing is kept of an earlier build. */
  previousScores?: PreviousScores | null;
}

/** An outcome with the members of its cohorts, who decide the status of each person. */
export interface BuiltOutcome {
  id: string;
  name: string;
  dir: string;
  config: OutcomeConfig;
  /** Of an outcome that asks for amounts or counts. */
  attainment?: CohortConfig;
  result: OutcomeResult;
  attainmentDir: string;
  /** Null: everyone known is eligible. */
  eligibleDir: string | null;
  /** Null: nobody is known to have failed. */
  attritionDir: string | null;
}

export const buildScope: Step<ScopeInput, ResultOf<"scopes">> = async (
  { config, includeDirs, excludeDirs, outcomes, account, tracking, holdout, previousScores = null },
  tools,
) => {
  const { engine, dir, progress } = tools;
  const isExplained = config.payload.explainability ?? false;
  progress(0, "Choosing the population");
  const members = (dirs: readonly string[]) => dirs.map((cohort) => relation(cohortFiles(cohort).members));
  const everyone = [relation(peopleFiles(account.peopleDir).people)];
  const people = await engine.createTable(
    "population",
    population(includeDirs.length > 0 ? members(includeDirs) : everyone, members(excludeDirs)),
  );
  const { count } = await engine.row<{ count: number }>(sql`select count(*) as count from ${people}`);
  const isEveryone = count === account.people.people_count;

  const scores: Relation[] = [];
  const { economics } = config;
  const decidingId = economics && (economics.outcome_id ?? outcomes[0]?.id);
  let deciding: DecidingOutcome | undefined;
  const predicted: PredictedColumn[][] = [];
  const kept: KeptOutcome[] = [];
  let held: { place: number; arms: Relation; result: HoldoutResult } | undefined;
  const found: Found = { outcomes: {}, warnings: attributeWarnings(config, account), followed: {} };
  for (const [i, outcome] of outcomes.entries()) {
    const share = (done: number) => 0.1 + (0.8 * (i + done)) / outcomes.length;
    progress(share(0), `Scoring ${outcome.name}`);
    const { scored, model, bins, value, horizons, unmitigated, scoring } = await scoreOutcome(
      outcome,
      i,
      people,
      account,
      tools,
    );
    predicted.push([
      ...(value?.columns ?? []),
      ...horizonColumns(horizons?.horizons.map(({ days }) => days)),
    ]);
    const spec = tracking?.specs[outcome.id];
    const learnedThrough = outcome.result.learned_through ?? null;
    if (spec) kept.push({ id: outcome.id, dir: outcome.dir, spec, learnedThrough, unmitigated });
    if (isExplained) progress(share(0.3), `Explaining ${outcome.name}`);
    scores.push(isExplained ? await explainScores(scored, i, model, account, engine) : scored);
    const analysis = await analyseScores(scored, model, bins, engine);
    const outside = isEveryone
      ? nobodyOutside
      : await scoreOutsidePopulation(i, people, statusSpec(outcome), model, account, engine);
    found.outcomes[outcome.id] = {
      ...analysis.outcome,
      elsewhere: outside,
      ...(value && { value: value.totals }),
      model: scoring,
      ...(horizons && { horizons }),
    };
    found.warnings.push(...analysis.warnings.map((warning) => ({ outcome_id: outcome.id, ...warning })));
    const { levelMargin } = model;
    if (outcome.id === decidingId)
      deciding = { id: outcome.id, name: outcome.name, place: i, levelMargin, amounts: model.value?.amount };
    if (holdout?.outcomeId === outcome.id) {
      const horizonDays = levelMargin === null ? null : outcome.result.horizon_days;
      held = { place: i, ...(await holdOut({ scores: scored, horizonDays }, holdout, account, tools)) };
    }
    if (tracking === null || levelMargin === null) continue;
    const newScores = {
      outcomeId: outcome.id,
      scores: scored,
      horizonDays: outcome.result.horizon_days,
      levelMargin,
      values: scoring.values && {
        measures: scoring.values,
        discount_rate: outcome.config.value?.discount_rate ?? 0,
      },
    };
    found.followed[outcome.id] = await trackPerformance(newScores, tracking, account, tools);
  }

  progress(0.9, "Writing scores");
  const rows = scoresByPerson(people, scores, isExplained, predicted);
  const grouped = held ? withArms(rows, held.arms, held.place) : rows;
  const hasArms = held !== undefined;
  const written = economics && deciding ? contactRows(grouped, deciding, economics, hasArms) : grouped;
  const file = scopeFiles(dir).scores;
  const population_count = await engine.writeParquet(written, file);
  const history = kept.length > 0 ? await keepScores(kept, previousScores, account, tools) : {};
  return {
    ...{ population_count, data_through: account.dataThrough, ...found, ...history },
    ...(held && { holdout: held.result }),
    ...(economics && deciding && { contacts: await contactPlan(file, deciding, economics, hasArms, engine) }),
  };
};

/** An unknown trait of any other name is an error of the pipeline's targets. */
const attributeWarnings = ({ payload }: ScopeConfig, { people }: AccountSnapshot): Warning[] => {
  const traits = people.traits.map(({ name }) => name);
  const names = (payload.attributes ?? []).filter(
    (name) => isBuiltInName(name) && traitMeant(name, traits) === undefined,
  );
  if (names.length === 0) return [];
  const figures = { names: names.join(", ") };
  return [{ kind: "question", about: "attributes", code: "attributes_unavailable", figures }];
};

type Found = Required<
  Omit<ScopeResult, "population_count" | "data_through" | "holdout" | "contacts" | "builds" | "changes">
>;

interface ScoredPopulation {
  /** One row per person of the population: person_id, status, probability, percentile. */
  scored: Relation;
  model: StoredModel;
  /** person_id and probability before bias mitigation; null where nothing is mitigated. */
  unmitigated: Relation | null;
  /** See `scoredBins`. */
  bins: number[][];
  /** Null for an outcome that asks for the probability alone. */
  value: { columns: ValueColumn[]; totals: ScoredValue } | null;
  scoring: ScoringModel;
  /** Null for an outcome without further horizons. */
  horizons: ScoredHorizons | null;
}

const scoreOutcome = async (
  outcome: BuiltOutcome,
  index: number,
  people: Relation,
  account: AccountSnapshot,
  { engine }: StepTools,
): Promise<ScoredPopulation> => {
  const status = await engine.createTable(`status_${index}`, statuses({ people, ...statusSpec(outcome) }));
  const text = await readFile(outcomeFiles(outcome.dir).model, "utf8");
  const model = JSON.parse(text) as StoredModel;
  const bins = scoredCounts(model.references);
  const probabilities = await scorePeople(`probability_${index}`, status, model, account, engine, bins.add);
  const scored = await engine.createTable(`score_${index}`, withPercentiles(status, probabilities));
  const value = await valueScores(
    `valued_${index}`,
    { scored, probabilities },
    outcome,
    model.value,
    account,
    engine,
  );
  const unmitigated = model.mitigation ? ident(`probability_${index}`) : null;
  const valued = value?.scored ?? scored;
  const { dataThrough: now } = account;
  const relations = { scored: valued, probabilities };
  const horizons = await horizonScores(`horizons_${index}`, relations, model.horizons, now, engine);
  return {
    ...{ scored: horizons?.scored ?? valued, model, bins: bins.people, value, unmitigated },
    horizons: horizons?.totals ?? null,
    scoring: scoringModel(text, model, value !== null),
  };
};

const scoringModel = (
  text: string,
  { plan, levelMargin, value = {} }: StoredModel,
  isValued: boolean,
): ScoringModel => ({
  version: modelVersion(text),
  feature_version: modelVersion(JSON.stringify(plan)),
  level_margin: levelMargin,
  ...(isValued && {
    values: Object.fromEntries(
      Object.entries(value).map(([measure, { spread, levelMargin: margin }]) => [
        measure,
        { square: spread.square, level_margin: margin },
      ]),
    ),
  }),
});

/** The members of the outcome's cohorts, which decide the status of each person. */
const statusSpec = ({
  config,
  attainmentDir,
  eligibleDir,
  attritionDir,
}: BuiltOutcome): Omit<StatusSpec, "people"> => {
  const members = (dir: string | null) => (dir === null ? null : relation(cohortFiles(dir).members));
  return {
    attained: config.recurring ? null : members(attainmentDir),
    eligible: members(eligibleDir),
    attrited: members(attritionDir),
  };
};
