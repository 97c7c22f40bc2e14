// The step of a pipeline: scores everyone in its population, with a status for each outcome and a probability
// for eligible people, at the account's now, and asks each analysis that the pipeline wants. The population
// is read in ranges of keys, which bounds the memory.

import { readFile } from "node:fs/promises";
import { isBuiltInName, traitMeant } from "../../domain/data/trait.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import type { Warning } from "../../domain/outcome/evaluation.js";
import type { ScopeConfig, ScopeResult, ScoredOutcome, ScoringModel } from "../../domain/pipeline/scope.js";
import { scoredCounts } from "../../model/evaluation/population-shift.js";
import { addressedPeople, households } from "../../warehouse/delivery/representations.js";
import type { Engine } from "../../warehouse/engine.js";
import { stageAddresses } from "../../warehouse/persons/normalise.js";
import { cohortFiles, outcomeFiles, peopleFiles, relation, scopeFiles } from "../../warehouse/relations.js";
import { resultOf } from "../../warehouse/rows.js";
import { housemates, population, scoresByPerson, statuses, withPercentiles } from "../../warehouse/scores.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import type { Step, StepTools } from "../kind/kind.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { modelVersion, type StoredModel } from "../outcome/stored-model.js";
import type { Analysis, OutcomeScores, Pipeline, ScoredPipeline } from "./analyses/analysis.js";
import { analyses as allAnalyses } from "./analyses/registry.js";
import { type BuiltOutcome, type ScopeInput, statusSpec } from "./input.js";
import { scorePeople } from "./score-people.js";
import { findWithoutEvents } from "./without-events.js";

export const buildScope: Step<ScopeInput, ResultOf<"scopes">> = (input, tools) =>
  scopeWith(allAnalyses, input, tools);

/** The same with the given analyses. */
export const scopeWith = async (
  analyses: readonly Analysis[],
  input: ScopeInput,
  tools: StepTools,
): Promise<ScopeResult> => {
  const { engine, dir, progress } = tools;
  const requested = analyses.filter((analysis) => analysis.isRequested(input));
  progress(0, "Choosing the population");
  const pipeline = await pipelineOf(input, tools);
  const scored: ScoredOutcomes = { outcomes: [], columns: [], results: {}, warnings: [] };
  for (const [place, outcome] of input.outcomes.entries()) {
    const share = (done: number) => 0.1 + (0.8 * (place + done)) / input.outcomes.length;
    progress(share(0), `Scoring ${outcome.name}`);
    const scores = await scoreOutcome(outcome, place, requested, pipeline);
    progress(share(0.3), `Analysing ${outcome.name}`);
    await analyseOutcome(scores, requested, pipeline, scored);
  }
  progress(0.9, "Writing scores");
  const done = { ...pipeline, outcomes: scored.outcomes };
  const { rows, result } = await analysedRows(requested, done, scored.columns);
  const population_count = await engine.writeParquet(rows, scopeFiles(dir).scores);
  for (const { ofFile } of requested) Object.assign(result, await ofFile?.(done));
  return {
    population_count,
    data_through: input.account.dataThrough,
    outcomes: scored.results,
    performance: {},
    warnings: [...attributeWarnings(input.config, input.account), ...scored.warnings],
    ...result,
  };
};

const pipelineOf = async (input: ScopeInput, tools: StepTools): Promise<Pipeline> => {
  const { includeDirs, excludeDirs, excludeHomesDirs = [], account } = input;
  const { engine } = tools;
  const members = (dirs: readonly string[]) => dirs.map((cohort) => relation(cohortFiles(cohort).members));
  const everyone = [relation(peopleFiles(account.peopleDir).people)];
  const excluded = members(excludeDirs);
  if (excludeHomesDirs.length > 0)
    excluded.push(...(await withHousemates(engine, account.peopleDir, members(excludeHomesDirs))));
  const people = await engine.createTable(
    "population",
    population(includeDirs.length > 0 ? members(includeDirs) : everyone, excluded),
  );
  const count = await engine.count(people);
  return {
    input,
    tools,
    people,
    isEveryone: count === account.people.people_count,
    score: async (table, status, model) =>
      (await scorePeople(table, status, model, [], account, engine)).probabilities,
  };
};

/** Members of the cohorts, and everyone at the address of one. */
const withHousemates = async (
  engine: Engine,
  peopleDir: string,
  cohorts: readonly Relation[],
): Promise<Relation[]> => {
  const places = await stageAddresses(engine, addressedPeople(relation(peopleFiles(peopleDir).people)));
  const homes = await engine.createTable("home", households(places));
  await engine.drop(places);
  return [...cohorts, resultOf(housemates(homes, cohorts))];
};

interface ScoredOutcomes {
  outcomes: OutcomeScores[];
  /** Columns that its analyses have added, for each outcome. */
  columns: string[][];
  results: ScopeResult["outcomes"];
  warnings: (Warning & { outcome_id: string })[];
}

const scoreOutcome = async (
  outcome: BuiltOutcome,
  place: number,
  requested: readonly Analysis[],
  { people, input: { account }, tools: { engine } }: Pipeline,
): Promise<OutcomeScores & { version: string }> => {
  const all = await engine.createTable(`status_${place}`, statuses({ people, ...statusSpec(outcome) }));
  const withoutEvents = await findWithoutEvents(outcome, place, all, account, engine);
  const status = withoutEvents?.statuses ?? all;
  const text = await readFile(outcomeFiles(outcome.dir).model, "utf8");
  const model = JSON.parse(text) as StoredModel;
  const counts = scoredCounts(model.references);
  const table = `probability_${place}`;
  const found = await scorePeople(table, status, model, requested, account, engine, counts.add);
  const scores = await engine.createTable(
    `score_${place}`,
    withPercentiles(status, found.probabilities, withoutEvents?.rated),
  );
  const version = modelVersion(text);
  return {
    outcome,
    place,
    model,
    bins: counts.people,
    scores,
    version,
    withoutEvents: withoutEvents?.result ?? null,
    ...found,
  };
};

/** Adds the outcome to those that are scored, with what its analyses have found. */
const analyseOutcome = async (
  scores: OutcomeScores & { version: string },
  requested: readonly Analysis[],
  pipeline: Pipeline,
  { outcomes, columns, results, warnings }: ScoredOutcomes,
): Promise<void> => {
  const { id: outcome_id } = scores.outcome;
  let relation = scores.scores;
  const added: string[] = [];
  const found: Partial<ScoredOutcome> = {};
  const model = scoringModel(scores);
  for (const { ofOutcome } of requested) {
    const finding = await ofOutcome?.({ ...scores, scores: relation }, pipeline);
    relation = finding?.scores ?? relation;
    added.push(...(finding?.columns ?? []));
    Object.assign(found, finding?.outcome);
    Object.assign(model, finding?.model);
    warnings.push(...(finding?.warnings ?? []).map((warning) => ({ outcome_id, ...warning })));
  }
  outcomes.push({ ...scores, scores: relation });
  columns.push(added);
  // An analysis that is always asked for counts the people: see `distribution.ts`.
  results[outcome_id] = { ...(found as ScoredOutcome), model };
};

/** One row per person, with what the analyses add to it. */
const analysedRows = async (
  requested: readonly Analysis[],
  pipeline: ScoredPipeline,
  columns: readonly (readonly string[])[],
): Promise<{ rows: Sql; result: Partial<ScopeResult> }> => {
  const scores: Relation[] = pipeline.outcomes.map((outcome) => outcome.scores);
  let rows = scoresByPerson(pipeline.people, scores, columns);
  const result: Partial<ScopeResult> = {};
  for (const { ofRows } of requested) {
    const finding = await ofRows?.(rows, pipeline);
    rows = finding?.rows ?? rows;
    Object.assign(result, finding?.result);
  }
  return { rows, result };
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

const scoringModel = ({ version, model }: { version: string; model: StoredModel }): ScoringModel => ({
  version,
  feature_version: modelVersion(JSON.stringify(model.plan)),
  level_margin: model.levelMargin,
});
