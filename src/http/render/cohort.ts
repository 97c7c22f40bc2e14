// A cohort as it is read: its definition, how many belong to it as of `data_through`, and how many did over time.

import type { Membership } from "../../domain/cohort.js";
import type { CohortPreview } from "../../domain/preview.js";
import type { Resource } from "../../store/resources.js";
import { type JsonObject, mapValues } from "../json.js";
import type { RenderInput } from "../kind.js";
import { dataThrough, isoSeconds, recordOf } from "./record.js";

export const renderCohort = (cohort: Resource<"cohorts">, { referenced }: RenderInput): JsonObject =>
  recordOf(cohort, {
    ...cohort.config,
    population_count: cohort.result?.population_count,
    data_through: dataThrough(referenced),
  });

export const renderCohortMembership = (membership: Membership): JsonObject =>
  mapValues(membership, (list) => list.map(({ start, count }) => ({ date: isoSeconds(start), count })));

export const renderCohortPreview = ({
  population,
  ofPeople,
  dataThrough,
  unread,
}: CohortPreview): JsonObject => ({
  population_count: population,
  of_people: ofPeople,
  as_of: isoSeconds(dataThrough),
  unread_datasets: unread,
});
