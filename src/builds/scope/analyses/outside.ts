// Eligible people outside a pipeline's population: the distribution of their scores, for comparison.
// Estimated on a sample.

import { histogramBins, type ScoredOutcome } from "../../../domain/pipeline/scope.js";
import { peopleFiles, relation } from "../../../warehouse/relations.js";
import { outsidePopulation, sampledPeople, scoredPeople, statuses } from "../../../warehouse/scores.js";
import { statusSpec } from "../input.js";
import { withEvents } from "../without-events.js";
import type { Analysis, OutcomeScores, Pipeline } from "./analysis.js";
import { histogramOf } from "./distribution.js";

export const outside: Analysis = {
  name: "outside",
  isRequested: () => true,
  ofOutcome: async (scored, pipeline) => ({
    outcome: { outside: pipeline.isEveryone ? nobody : await outsidePeople(scored, pipeline) },
  }),
};

type Outside = NonNullable<ScoredOutcome["outside"]>;

const nobody: Outside = { people: 0, histogram: new Array<number>(histogramBins).fill(0) };

/** With this sample, a share of one percent has a relative error of one fourteenth. */
const maxSampled = 20_000;

const outsidePeople = async (
  { outcome, place, model }: OutcomeScores,
  { people: population, score, input: { account }, tools: { engine } }: Pipeline,
): Promise<Outside> => {
  const all = relation(peopleFiles(account.peopleDir).people);
  const people = await engine.createTable(`others_${place}`, outsidePopulation(all, population));
  const spec = statusSpec(outcome);
  const status = await engine.createTable(`others_status_${place}`, statuses({ people, ...spec }));
  const eligible = withEvents(outcome, scoredPeople(status), account);
  const count = await engine.count(eligible);
  if (count === 0) return nobody;
  const drawn = await engine.createTable(`drawn_${place}`, sampledPeople(eligible, maxSampled));
  const scores = await score(`others_probability_${place}`, drawn, model);
  const weight = count / Math.min(count, maxSampled);
  return {
    people: count,
    histogram: (await histogramOf(scores, engine)).map((sampled) => Math.round(sampled * weight)),
  };
};
