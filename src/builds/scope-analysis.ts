// What a pipeline says of its own scores: how they lie, how many people will attain, and whether those scored are like those
// that were learned from.

import type { Warning } from "../domain/evaluation.js";
import { histogramBins, type ScoredOutcome } from "../domain/scope.js";
import { populationShift, shiftWarnings } from "../model/evaluation/population-shift.js";
import { totalInterval } from "../model/propensity/expected-total.js";
import type { Engine } from "../warehouse/engine.js";
import { countedScores, histogram } from "../warehouse/scores.js";
import type { Relation } from "../warehouse/sql/sql.js";
import type { StoredModel } from "./steps/outcome.js";

type Counted = Record<"scored" | "attained" | "not_eligible" | "expected" | "variance", number>;

/** `bins[r]` are the people scored in the bins of the model's reference `r`. */
export const analysisOf = async (
  scores: Relation,
  { references, levelMargin }: Pick<StoredModel, "references" | "levelMargin">,
  bins: readonly (readonly number[])[],
  engine: Engine,
): Promise<{ outcome: ScoredOutcome; warnings: Warning[] }> => {
  const { variance, ...counts } = await engine.row<Counted>(countedScores(scores));
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
