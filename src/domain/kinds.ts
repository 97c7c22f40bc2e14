// What is configured and what is found, per resource type, in one place for the code that treats all types alike.

import type { CohortConfig, CohortResult } from "./cohort.js";
import type { DatasetConfig, DatasetResult } from "./dataset.js";
import type { OutcomeConfig, OutcomeResult } from "./outcome.js";
import type { PeopleConfig, PeopleResult } from "./people.js";
import type { ResourceType } from "./resource.js";
import type { ScopeConfig, ScopeResult } from "./scope.js";
import type { StreamConfig, StreamResult } from "./stream.js";
import type { TargetConfig, TargetResult } from "./target.js";

export interface Kinds {
  datasets: { config: DatasetConfig; result: DatasetResult };
  people: { config: PeopleConfig; result: PeopleResult };
  streams: { config: StreamConfig; result: StreamResult };
  cohorts: { config: CohortConfig; result: CohortResult };
  outcomes: { config: OutcomeConfig; result: OutcomeResult };
  scopes: { config: ScopeConfig; result: ScopeResult };
  targets: { config: TargetConfig; result: TargetResult };
}
export type ConfigOf<T extends ResourceType> = Kinds[T]["config"];
export type ResultOf<T extends ResourceType> = Kinds[T]["result"];
