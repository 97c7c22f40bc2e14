// A pipeline's scores: everyone in its population, with a status for each outcome and, for those it can be asked of, a
// probability as of the account's now. The population is read in ranges of keys, so memory does not grow with it.

import { readFile } from "node:fs/promises";
import type { ScopeResult } from "../../domain/scope.js";
import { predictPropensity } from "../../model/propensity.js";
import { scoredBins } from "../../model/shift.js";
import { populationFrames } from "../../warehouse/frame.js";
import { cohortFiles, outcomeFiles, relation, scopeFiles } from "../../warehouse/relations.js";
import { population, ranked, sideBySide, statuses } from "../../warehouse/scores.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { followUp } from "../efficacy.js";
import { explainScores } from "../explanations.js";
import { featureRelations } from "../feature-relations.js";
import { mitigatedScores } from "../mitigation.js";
import { analysisOf } from "../scope-analysis.js";
import type { BuiltOutcome, Step, StepTools, World } from "../step.js";
import type { StoredModel } from "./outcome.js";

export const buildScope: Step<"scopes"> = async (
  { config, includeDirs, excludeDirs, outcomes, world, following },
  tools,
) => {
  const { engine, dir, progress } = tools;
  const isExplained = config.payload.explainability ?? false;
  progress(0, "choosing the population");
  const members = (dirs: readonly string[]) => dirs.map((cohort) => relation(cohortFiles(cohort).members));
  const people = await engine.createTable(
    "population",
    population(members(includeDirs), members(excludeDirs)),
  );

  const scores: Relation[] = [];
  const found: Found = { outcomes: {}, warnings: [], followed: {} };
  for (const [i, outcome] of outcomes.entries()) {
    const share = (done: number) => 0.1 + (0.8 * (i + done)) / outcomes.length;
    progress(share(0), `scoring ${outcome.name}`);
    const { scored, model, bins } = await scoreOutcome(outcome, i, people, world, tools);
    if (isExplained) progress(share(0.3), `explaining ${outcome.name}`);
    scores.push(isExplained ? await explainScores(scored, i, model, world, engine) : scored);
    const analysis = await analysisOf(scored, model, bins, engine);
    found.outcomes[outcome.id] = analysis.outcome;
    found.warnings.push(...analysis.warnings.map((warning) => ({ outcome_id: outcome.id, ...warning })));
    const { levelMargin } = model;
    if (following === null || levelMargin === null) continue;
    const given = {
      outcomeId: outcome.id,
      scores: scored,
      horizonDays: outcome.result.horizon_days,
      levelMargin,
    };
    found.followed[outcome.id] = await followUp(given, following, world, tools);
  }

  progress(0.9, "writing scores");
  const population_count = await engine.writeParquet(
    sideBySide(people, scores, isExplained),
    scopeFiles(dir).scores,
  );
  return { population_count, ...found };
};

type Found = Required<Omit<ScopeResult, "population_count">>;

interface ScoredPopulation {
  /** One row per person of the population: person_id, status, probability, percentile. */
  scored: Relation;
  model: StoredModel;
  /** See `scoredBins`. */
  bins: number[][];
}

const scoreOutcome = async (
  outcome: BuiltOutcome,
  index: number,
  people: Relation,
  world: World,
  { engine }: StepTools,
): Promise<ScoredPopulation> => {
  const { config, attainmentDir, eligibleDir, attritionDir, dir } = outcome;
  const status = await engine.createTable(
    `status_${index}`,
    statuses({
      people,
      attained: config.recurring ? null : relation(cohortFiles(attainmentDir).members),
      eligible: eligibleDir === null ? null : relation(cohortFiles(eligibleDir).members),
      attrited: attritionDir === null ? null : relation(cohortFiles(attritionDir).members),
    }),
  );
  const stored = JSON.parse(await readFile(outcomeFiles(dir).model, "utf8")) as StoredModel;
  const { plan, model, mitigation, references } = stored;
  const bins = scoredBins(references);
  const asked = sql`
    select s.person_id, cast(${world.dataThrough} as bigint) as landmark from ${status} as s where s.status = 'scored'`;
  const { count } = await engine.row<{ count: number }>(sql`select count(*) as count from (${asked})`);
  const table = `probability_${index}`;
  const nobody = { person_id: new BigInt64Array(), probability: new Float64Array() };
  const probabilities = await engine.createTableOf(table, nobody);
  for await (const frame of populationFrames(
    engine,
    plan,
    featureRelations(world),
    asked,
    world.dataThrough,
    count,
  )) {
    await engine.appendColumns(table, {
      person_id: frame.personId,
      probability: predictPropensity(model, frame),
    });
    bins.add(frame);
  }
  const delivered = await mitigatedScores(mitigation, probabilities, world, engine);
  const scored = await engine.createTable(`score_${index}`, ranked(status, delivered));
  return { scored, model: stored, bins: bins.people };
};
