// Distribution of a pipeline's scores: how many people have which status and which probability, the expected
// number who will attain, and the drift of the population since training.

import { histogramBins } from "../../../domain/pipeline/scope.js";
import { populationShift, shiftWarnings } from "../../../model/evaluation/population-shift.js";
import { totalInterval } from "../../../model/propensity/expected-total.js";
import type { Engine } from "../../../warehouse/engine.js";
import { histogram, scoredPeople, scoreTotals } from "../../../warehouse/scores.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import type { Analysis } from "./analysis.js";

type Counted = Record<"scored" | "attained" | "not_eligible" | "expected" | "variance", number>;

export const distribution: Analysis = {
  name: "distribution",
  isRequested: () => true,
  async ofOutcome(
    { outcome, scores, model: { references, levelMargin }, bins, withoutEvents },
    { tools: { engine } },
  ) {
    const { variance, ...counts } = await engine.row<Counted>(scoreTotals(scores));
    const total = { people: counts.scored, expected: counts.expected, variance };
    const shift = populationShift(references, bins);
    return {
      outcome: {
        ...counts,
        // Nobody knows how many of them will be active, so there is no interval of a number to come.
        ...(levelMargin !== null &&
          outcome.config.active_cohort_id === undefined && {
            expected_interval: totalInterval(total, levelMargin),
          }),
        histogram: await histogramOf(scoredPeople(scores), engine),
        ...(withoutEvents && { without_events: withoutEvents }),
        ...(shift && { shift }),
      },
      warnings: shift ? shiftWarnings(references, shift) : [],
    };
  },
};

/** People by probability, in `histogramBins` bins. */
export const histogramOf = async (scores: Relation, engine: Engine): Promise<number[]> => {
  const filled = await engine.rows<{ bin: number; people: number }>(histogram(scores, histogramBins));
  const people = new Array<number>(histogramBins).fill(0);
  for (const { bin, people: count } of filled) people[bin] = count;
  return people;
};
