// Analysis of a pipeline's scores: their distribution, the expected number of people who will attain, the drift of the population
// since training, and the score distribution of eligible people outside the population, for comparison.

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

/** `bins[r]` counts the scored people in the bins of the model's reference distribution `r`. */
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

/** Of a population that is everyone. */
export const nobodyOutside: NonNullable<ScoredOutcome["elsewhere"]> = {
  people: 0,
  histogram: new Array<number>(histogramBins).fill(0),
};

/** With this sample, a share of one percent has a relative error of one fourteenth. */
const maxSampled = 20_000;

/** Estimated on a sample. `population` has person_id; `spec` decides which of the other people are eligible. */
export const scoreOutsidePopulation = async (
  index: number,
  population: Relation,
  spec: Omit<StatusSpec, "people">,
  model: StoredModel,
  account: AccountSnapshot,
  engine: Engine,
): Promise<NonNullable<ScoredOutcome["elsewhere"]>> => {
  const all = relation(peopleFiles(account.peopleDir).people);
  const people = await engine.createTable(`others_${index}`, outsidePopulation(all, population));
  const status = await engine.createTable(`others_status_${index}`, statuses({ people, ...spec }));
  const { count } = await engine.row<{ count: number }>(
    sql`select count(*) as count from ${status} as s where s.status = 'scored'`,
  );
  if (count === 0) return nobodyOutside;
  // Ids of people are hashes, so the first ids are a random sample, and the same sample in every build.
  const drawn = await engine.createTable(
    `drawn_${index}`,
    sql`select s.* from ${status} as s where s.status = 'scored' order by s.person_id limit ${maxSampled}`,
  );
  const scores = await scorePeople(`others_probability_${index}`, drawn, model, account, engine);
  const weight = count / Math.min(count, maxSampled);
  return {
    people: count,
    histogram: (await histogramOf(scores, engine)).map((people) => Math.round(people * weight)),
  };
};
