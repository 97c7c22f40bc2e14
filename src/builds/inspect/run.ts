// Inspections, each computed from the files of the account's results alone.

import type { InspectionInput, InspectionName, InspectionResult } from "../../domain/kinds/inspection.js";
import { patternFault } from "../../warehouse/conditions.js";
import type { Engine } from "../../warehouse/engine.js";
import { searchPeople } from "../../warehouse/persons/search.js";
import { writeChanges } from "./changes.js";
import { writeCrosswalk } from "./crosswalk.js";
import { geographyOf } from "./geography.js";
import { writeList } from "./list.js";
import { locationsOf } from "./locations.js";
import { moversOf } from "./movers.js";
import { reasonOf } from "./pair.js";
import { peopleStatesOf } from "./people-states.js";
import {
  emptyReview,
  findPerson,
  findRecords,
  type PeopleQueries,
  peopleQueries,
  reviewOf,
  summarise,
} from "./person.js";
import { eventsOf } from "./person-events.js";
import { scoresOf } from "./person-scores.js";
import { previewCohort, previewOutcome } from "./preview.js";
import { reachOf, topPeople } from "./ranking.js";
import { retentionOf } from "./retention.js";
import type { PeopleSources, Sources } from "./sources.js";
import { countSuggestions } from "./suggestions.js";
import { unidentifiedOf } from "./unidentified.js";

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

/** About the people of the last build; without a dataset there is nobody any more, until people are built again. */
const ofPeople =
  <Input, S extends PeopleSources, R>(
    nobody: R,
    answer: (input: Input, tools: PeopleQueries, sources: S) => Promise<R>,
  ) =>
  async (input: Input, engine: Engine, sources: S): Promise<R> =>
    sources.datasets.length === 0 ? nobody : answer(input, await peopleQueries(engine, sources), sources);

const inspections: Inspections = {
  person: ofPeople(null, ({ id }, tools) => findPerson(id, tools)),
  pair: ofPeople(null, (input, tools, sources) => reasonOf(input, tools, sources)),
  records: ofPeople({}, (input, tools) => findRecords(input, tools)),
  people: ofPeople([], async (search, tools, { country }) => {
    const { engine, identities: datasets, persons } = tools;
    return summarise(await searchPeople(engine, { datasets, persons, country }, search, maxFound), tools);
  }),
  crosswalk: (_, engine, sources) => writeCrosswalk(engine, sources),
  review: async (wanted, engine, sources) =>
    sources.datasets.length === 0
      ? emptyReview(sources.reviewed)
      : reviewOf(wanted, await peopleQueries(engine, sources), sources.reviewed),
  unidentified: (wanted, engine, sources) => unidentifiedOf(wanted, engine, sources),
  person_events: ofPeople(null, (input, tools, { account }) => eventsOf(input, tools, account)),
  person_scores: ofPeople(null, (input, tools, sources) => scoresOf(input, tools, sources)),
  person_archive: ofPeople(null, async (input, tools, sources) =>
    (await import("./person-archive.js")).writeArchive(input, tools, sources),
  ),
  patterns: async ({ patterns }, engine) => {
    const faults: (string | null)[] = [];
    for (const pattern of patterns) {
      const fault = await patternFault(pattern, engine);
      faults.push(fault && [fault.words, fault.part].filter((text) => text !== "").join(": "));
    }
    return faults;
  },
  cohort_preview: (config, engine, sources) => previewCohort(config, sources, engine),
  outcome_preview: (_, engine, sources) => previewOutcome(sources, engine),
  retention: (input, engine, { account }) => retentionOf(input, engine, account),
  people_states: (input, engine, { account }) => peopleStatesOf(input, engine, account),
  treatment: async (request, engine, { account }) =>
    (await import("./treatment.js")).treatmentOf(request, engine, account),
  geography: (_, engine, sources) => geographyOf(engine, sources),
  locations: (request, engine, sources) => locationsOf(request, engine, sources),
  suggestions: (_, engine, sources) => countSuggestions(sources, engine),
  left_out_rows: async (request, engine, sources) =>
    (await import("./left-out-rows.js")).writeRows(request, engine, sources),
  changes: (_, engine, sources) => writeChanges(engine, sources),
  list: (request, engine, sources) => writeList(request, engine, sources),
  top_people: (request, engine, sources) => topPeople(request, engine, sources),
  reach: (_, engine, sources) => reachOf(engine, sources),
  movers: (request, engine, sources) => moversOf(request, engine, sources),
};
