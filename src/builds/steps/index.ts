// Which step makes which resource's result.

import type { ResourceType } from "../../domain/resource.js";
import type { Step } from "../step.js";
import { buildCohort } from "./cohort.js";
import { buildDataset } from "./dataset.js";
import { buildOutcome } from "./outcome.js";
import { buildPeople } from "./people.js";
import { buildScope } from "./scope.js";
import { buildStream } from "./stream.js";
import { buildTarget } from "./target.js";

export const steps: { [T in ResourceType]: Step<T> } = {
  datasets: buildDataset,
  people: buildPeople,
  streams: buildStream,
  cohorts: buildCohort,
  outcomes: buildOutcome,
  scopes: buildScope,
  targets: buildTarget,
};
