// How likely those are whom an outcome could be asked of and whom the pipeline does not tell of: beside its own people they show
// whom it chooses, and whom it misses. A draw of them is enough for a picture.

import { histogramBins, type ScoredOutcome } from "../domain/scope.js";
import type { Engine } from "../warehouse/engine.js";
import { peopleFiles, relation } from "../warehouse/relations.js";
import { others, type StatusSpec, statuses } from "../warehouse/scores.js";
import { type Relation, sql } from "../warehouse/sql/sql.js";
import { histogramOf } from "./scope-analysis.js";
import { scorePeople } from "./score-people.js";
import type { World } from "./step.js";
import type { StoredModel } from "./steps/outcome.js";

/** Shares of one percent are then true to a fourteenth of themselves. */
const mostDrawn = 20_000;

/** `population` has person_id; who of the others can be asked about is for `spec` to say. */
export const scoreElsewhere = async (
  index: number,
  population: Relation,
  spec: Omit<StatusSpec, "people">,
  model: StoredModel,
  world: World,
  engine: Engine,
): Promise<NonNullable<ScoredOutcome["elsewhere"]>> => {
  const everybody = relation(peopleFiles(world.peopleDir).people);
  const people = await engine.createTable(`others_${index}`, others(everybody, population));
  const status = await engine.createTable(`others_status_${index}`, statuses({ people, ...spec }));
  const { count } = await engine.row<{ count: number }>(
    sql`select count(*) as count from ${status} as s where s.status = 'scored'`,
  );
  if (count === 0) return { people: 0, histogram: new Array<number>(histogramBins).fill(0) };
  // People's ids are hashes: the first of them are a draw, and the same one at every build.
  const drawn = await engine.createTable(
    `drawn_${index}`,
    sql`select s.* from ${status} as s where s.status = 'scored' order by s.person_id limit ${mostDrawn}`,
  );
  const scores = await scorePeople(`others_probability_${index}`, drawn, model, world, engine);
  const weight = count / Math.min(count, mostDrawn);
  return {
    people: count,
    histogram: (await histogramOf(scores, engine)).map((people) => Math.round(people * weight)),
  };
};
