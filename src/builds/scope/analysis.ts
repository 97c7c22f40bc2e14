// What a pipeline says of its own scores: how they lie, how many people will attain, and whether those scored are like those
// that were learned from.

import type { Warning } from "../../domain/evaluation.js";
import { histogramBins, type ScoredOutcome } from "../../domain/scope.js";
import { populationShift, shiftWarnings } from "../../model/evaluation/population-shift.js";
import { totalInterval } from "../../model/propensity/expected-total.js";
import type { Engine } from "../../warehouse/engine.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import {
  histogram,
  outsidePopulation,
  type StatusSpec,
  scoreTotals,
  statuses,
} from "../../warehouse/scores.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import type { StoredModel } from "../outcome/stored-model.js";
import { scorePeople } from "./score-people.js";

type Counted = Record<"scored" | "attained" | "not_eligible" | "expected" | "variance", number>;

/** `bins[r]` are the people scored in the bins of the model's reference `r`. */
export const analyseScores = async (
  scores: Relation,
  { references, levelMargin }: Pick<StoredModel, "references" | "levelMargin">,
  bins: readonly (readonly number[])[],
  engine: Engine,
): Promise<{ outcome: ScoredOutcome; warnings: Warning[] }> => {
  const { variance, ...counts } = await engine.row<Counted>(scoreTotals(scores));
  const total = { people: counts.scored, expected: counts.expected, variance };
  const shift = populationShift(references, bins);
  return {
    outcome: {
      ...counts,
      ...(levelMargin !== null && { expected_interval: totalInterval(total, levelMargin) }),
      histogram: await histogramOf(scores, engine),
      ...(shift && { shift }),
    },
    warnings: shift ? shiftWarnings(references, shift) : [],
  };
};

/** People by probability, in `histogramBins` bins. */
export const histogramOf = async (scores: Relation, engine: Engine): Promise<number[]> => {
  const filled = await engine.rows<{ bin: number; people: number }>(histogram(scores, histogramBins));
  const people = new Array<number>(histogramBins).fill(0);
  for (const { bin, people: count } of filled) people[bin] = count;
  return people;
};

// How likely those are whom an outcome could be asked of and whom the pipeline does not tell of: beside its own people they show
// whom it chooses, and whom it misses. A draw of them is enough for a picture.

/** Shares of one percent are then true to a fourteenth of themselves. */
const mostDrawn = 20_000;

/** `population` has person_id; who of the others can be asked about is for `spec` to say. */
export const scoreOutsidePopulation = async (
  index: number,
  population: Relation,
  spec: Omit<StatusSpec, "people">,
  model: StoredModel,
  account: AccountSnapshot,
  engine: Engine,
): Promise<NonNullable<ScoredOutcome["elsewhere"]>> => {
  const everybody = relation(peopleFiles(account.peopleDir).people);
  const people = await engine.createTable(`others_${index}`, outsidePopulation(everybody, population));
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
  const scores = await scorePeople(`others_probability_${index}`, drawn, model, account, engine);
  const weight = count / Math.min(count, mostDrawn);
  return {
    people: count,
    histogram: (await histogramOf(scores, engine)).map((people) => Math.round(people * weight)),
  };
};
