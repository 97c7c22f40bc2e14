// Configuration and result types by resource type, for code that treats all types alike.

import type { LastingHoldoutConfig, LastingHoldoutResult } from "../campaign/lasting-holdout.js";
import type { CohortConfig, CohortResult } from "../cohort/cohort.js";
import type { PlaceConfig, PlaceResult } from "../cohort/place.js";
import type { AtlasConfig, AtlasResult } from "../data/atlas.js";
import type { ConnectionConfig, ConnectionResult } from "../data/connection.js";
import type { DatasetConfig } from "../data/dataset.js";
import type { StreamConfig, StreamResult } from "../data/stream.js";
import type { TraitConfig } from "../data/trait.js";
import type { OutcomeConfig, OutcomeResult } from "../outcome/outcome.js";
import type { PeopleConfig, PeopleResult } from "../people/people.js";
import type { PersonaSetConfig, PersonaSetResult } from "../personas/persona-set.js";
import type { RecommenderConfig, RecommenderResult } from "../personas/recommender.js";
import type { ReplayConfig, ReplayResult } from "../pipeline/replay.js";
import type { ScopeConfig, ScopeResult } from "../pipeline/scope.js";
import type { DatasetResult } from "../proposal/dataset-result.js";
import type { ResourceType } from "../resource/resource.js";
import type { TargetConfig, TargetResult } from "../target/target.js";
import type { TriggerConfig, TriggerResult } from "../target/trigger.js";

export interface Kinds {
  connections: { config: ConnectionConfig; result: ConnectionResult };
  datasets: { config: DatasetConfig; result: DatasetResult };
  people: { config: PeopleConfig; result: PeopleResult };
  traits: { config: TraitConfig; result: Record<string, never> };
  streams: { config: StreamConfig; result: StreamResult };
  places: { config: PlaceConfig; result: PlaceResult };
  atlases: { config: AtlasConfig; result: AtlasResult };
  cohorts: { config: CohortConfig; result: CohortResult };
  outcomes: { config: OutcomeConfig; result: OutcomeResult };
  persona_sets: { config: PersonaSetConfig; result: PersonaSetResult };
  recommenders: { config: RecommenderConfig; result: RecommenderResult };
  holdouts: { config: LastingHoldoutConfig; result: LastingHoldoutResult };
  scopes: { config: ScopeConfig; result: ScopeResult };
  targets: { config: TargetConfig; result: TargetResult };
  triggers: { config: TriggerConfig; result: TriggerResult };
  replays: { config: ReplayConfig; result: ReplayResult };
}
export type ConfigOf<T extends ResourceType> = Kinds[T]["config"];
export type ResultOf<T extends ResourceType> = Kinds[T]["result"];
