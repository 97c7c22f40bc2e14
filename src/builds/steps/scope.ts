// A pipeline's scores: everyone in its population, with a status for each outcome and, for those it can be asked of, a
// probability as of the account's now. The population is read in ranges of keys, so memory does not grow with it.

import { readFile } from "node:fs/promises";
import type { ScopeResult } from "../../domain/scope.js";
import { predictPropensity } from "../../model/propensity.js";
import { populationFrames } from "../../warehouse/frame.js";
import { cohortFiles, outcomeFiles, relation, scopeFiles } from "../../warehouse/relations.js";
import { population, ranked, sideBySide, statuses } from "../../warehouse/scores.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { featureRelations } from "../feature-relations.js";
import type { BuiltOutcome, Step, StepTools, World } from "../step.js";
import type { StoredModel } from "./outcome.js";

export const buildScope: Step<"scopes"> = async ({ includeDirs, excludeDirs, outcomes, world }, tools) => {
  const { engine, dir, progress } = tools;
  progress(0, "choosing the population");
  const members = (dirs: readonly string[]) => dirs.map((cohort) => relation(cohortFiles(cohort).members));
  const people = await engine.createTable(
    "population",
    population(members(includeDirs), members(excludeDirs)),
  );

  const scores: Relation[] = [];
  const counts: ScopeResult["outcomes"] = {};
  for (const [i, outcome] of outcomes.entries()) {
    progress(0.1 + (0.8 * i) / outcomes.length, `scoring ${outcome.name}`);
    const scored = await scoreOutcome(outcome, i, people, world, tools);
    scores.push(scored);
    counts[outcome.id] = await countsOf(scored, tools);
  }

  progress(0.9, "writing scores");
  const population_count = await engine.writeParquet(sideBySide(people, scores), scopeFiles(dir).scores);
  return { population_count, outcomes: counts };
};

/** A table of person_id, status, probability and percentile: one row per person of the population. */
const scoreOutcome = async (
  outcome: BuiltOutcome,
  index: number,
  people: Relation,
  world: World,
  { engine }: StepTools,
): Promise<Relation> => {
  const { config, attainmentDir, eligibleDir, dir } = outcome;
  const status = await engine.createTable(
    `status_${index}`,
    statuses({
      people,
      attained: config.recurring ? null : relation(cohortFiles(attainmentDir).members),
      eligible: eligibleDir === null ? null : relation(cohortFiles(eligibleDir).members),
    }),
  );
  const { plan, model } = JSON.parse(await readFile(outcomeFiles(dir).model, "utf8")) as StoredModel;
  const asked = sql`
    select s.person_id, cast(${world.dataThrough} as bigint) as landmark from ${status} as s where s.status = 'scored'`;
  const { scored } = await engine.row<{ scored: number }>(sql`select count(*) as scored from (${asked})`);
  const table = `probability_${index}`;
  const nobody = { person_id: new BigInt64Array(), probability: new Float64Array() };
  const probabilities = await engine.createTableOf(table, nobody);
  for await (const frame of populationFrames(
    engine,
    plan,
    featureRelations(world),
    asked,
    world.dataThrough,
    scored,
  )) {
    await engine.appendColumns(table, {
      person_id: frame.personId,
      probability: predictPropensity(model, frame),
    });
  }
  return engine.createTable(`score_${index}`, ranked(status, probabilities));
};

const countsOf = async (scores: Relation, { engine }: StepTools): Promise<ScopeResult["outcomes"][string]> =>
  engine.row(sql`
    select cast(count(*) filter (where s.status = 'scored') as integer) as scored,
      cast(count(*) filter (where s.status = 'attained') as integer) as attained,
      cast(count(*) filter (where s.status = 'not_eligible') as integer) as not_eligible,
      coalesce(sum(s.probability), 0) as expected
    from ${scores} as s`);
