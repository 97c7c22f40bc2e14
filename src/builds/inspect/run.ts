// Inspections, each computed from the files of the account's results alone.

import type { InspectionInput, InspectionName, InspectionResult } from "../../domain/inspection.js";
import { patternFault } from "../../warehouse/conditions.js";
import type { Engine } from "../../warehouse/engine.js";
import { searchPeople } from "../../warehouse/persons/search.js";
import { writeChanges } from "./changes.js";
import { writeList } from "./list.js";
import { moversOf } from "./movers.js";
import { reasonOf } from "./pair.js";
import { findPerson, findRecords, peopleQueries, summarise } from "./person.js";
import { eventsOf } from "./person-events.js";
import { scoresOf } from "./person-scores.js";
import { previewCohort, previewOutcome } from "./preview.js";
import { reachOf, topPeople } from "./ranking.js";
import type { Sources } from "./sources.js";
import { countSuggestions } from "./suggestions.js";

/** Refuses what the inspection refuses. */
export const runInspection = <Q extends InspectionName>(
  inspection: Q,
  input: InspectionInput<Q>,
  engine: Engine,
  sources: Sources[Q],
): Promise<InspectionResult<Q>> => inspections[inspection](input, engine, sources);

const maxFound = 20;

type Inspections = {
  [Q in InspectionName]: (
    input: InspectionInput<Q>,
    engine: Engine,
    sources: Sources[Q],
  ) => Promise<InspectionResult<Q>>;
};

const inspections: Inspections = {
  person: async ({ id }, engine, sources) => findPerson(id, await peopleQueries(engine, sources)),
  pair: async (input, engine, sources) => reasonOf(input, await peopleQueries(engine, sources), sources),
  records: async ({ ids }, engine, sources) => findRecords(ids, await peopleQueries(engine, sources)),
  people: async (search, engine, sources) => {
    const tools = await peopleQueries(engine, sources);
    const { identities, persons } = tools;
    return summarise(
      await searchPeople(
        engine,
        { datasets: identities, persons, country: sources.country },
        search,
        maxFound,
      ),
      tools,
    );
  },
  person_events: async (input, engine, sources) =>
    eventsOf(input, await peopleQueries(engine, sources), sources.account),
  person_scores: async (input, engine, sources) =>
    scoresOf(input, await peopleQueries(engine, sources), sources),
  patterns: async ({ patterns }, engine) => {
    const faults: (string | null)[] = [];
    for (const pattern of patterns) faults.push(await patternFault(pattern, engine));
    return faults;
  },
  cohort_preview: (config, engine, sources) => previewCohort(config, sources, engine),
  outcome_preview: (_, engine, sources) => previewOutcome(sources, engine),
  suggestions: (_, engine, sources) => countSuggestions(sources, engine),
  changes: (_, engine, sources) => writeChanges(engine, sources),
  list: (request, engine, sources) => writeList(request, engine, sources),
  top_people: (request, engine, sources) => topPeople(request, engine, sources),
  reach: (_, engine, sources) => reachOf(engine, sources),
  movers: (request, engine, sources) => moversOf(request, engine, sources),
};
