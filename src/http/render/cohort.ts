// A cohort as it is read: its definition, and how many belong to it as of `data_through`.

import type { Resource } from "../../store/resources.js";
import type { JsonObject } from "../json.js";
import type { Shown } from "../kind.js";
import { dataThrough, recordOf } from "./record.js";

export const renderCohort = (cohort: Resource<"cohorts">, { neighbours }: Shown): JsonObject =>
  recordOf(cohort, {
    ...cohort.config,
    population_count: cohort.result?.population_count,
    data_through: dataThrough(neighbours),
  });
