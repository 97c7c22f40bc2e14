// Which step makes which resource's result.

import type { BuiltType } from "../../domain/resource.js";
import type { Step } from "../step.js";
import { buildCohort } from "./cohort.js";
import { buildConnection } from "./connection.js";
import { buildDataset } from "./dataset.js";
import { buildOutcome } from "./outcome.js";
import { buildPeople } from "./people.js";
import { buildPersonaSet } from "./persona-set.js";
import { buildPlace } from "./place.js";
import { buildRecommender } from "./recommender.js";
import { buildScope } from "./scope.js";
import { buildStream } from "./stream.js";
import { buildTarget } from "./target.js";

export const steps: { [T in BuiltType]: Step<T> } = {
  connections: buildConnection,
  datasets: buildDataset,
  people: buildPeople,
  streams: buildStream,
  places: buildPlace,
  cohorts: buildCohort,
  outcomes: buildOutcome,
  persona_sets: buildPersonaSet,
  recommenders: buildRecommender,
  scopes: buildScope,
  targets: buildTarget,
};
