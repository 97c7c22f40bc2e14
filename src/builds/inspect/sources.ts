// What each question is answered from: plain data and directories, taken from what is recorded.

import type { Asked, Question } from "../../domain/inspection.js";
import type { World } from "../step.js";
import { type PeopleSources, peopleSources } from "./people-sources.js";
import type { Recorded } from "./recorded.js";
import { type ScoreSources, scoreSources } from "./score-sources.js";
import {
  type CohortSources,
  cohortSources,
  type OutcomeSources,
  outcomeSources,
  readWorld,
} from "./world-sources.js";

export interface Sources {
  person: PeopleSources;
  records: PeopleSources;
  people: PeopleSources;
  person_events: PeopleSources & { world: World };
  person_scores: ScoreSources;
  cohort_preview: CohortSources;
  outcome_preview: OutcomeSources;
}

type Readers = { [Q in Question]: (asked: Asked<Q>, recorded: Recorded) => Promise<Sources[Q]> };

const ofPeople = (_: unknown, recorded: Recorded) => peopleSources(recorded);

const readers: Readers = {
  person: ofPeople,
  records: ofPeople,
  people: ofPeople,
  person_events: async (_, recorded) => ({
    ...(await peopleSources(recorded)),
    world: (await readWorld(recorded)).world,
  }),
  person_scores: (_, recorded) => scoreSources(recorded),
  cohort_preview: cohortSources,
  outcome_preview: outcomeSources,
};

/** Refuses `result-not-ready` where what is asked about has not been built, and what the question's own reader refuses. */
export const sourcesOf = <Q extends Question>(
  question: Q,
  asked: Asked<Q>,
  recorded: Recorded,
): Promise<Sources[Q]> => readers[question](asked, recorded);
