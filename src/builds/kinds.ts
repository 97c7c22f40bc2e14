// The registry of kinds: the only place that knows them all. A new kind of resource adds its descriptor here,
// and its step to `steps.ts`.

import type { BuiltType, ResourceType } from "../domain/resource/resource.js";
import { atlases } from "./atlas/kind.js";
import { cohorts } from "./cohort/kind.js";
import { connections } from "./connection/kind.js";
import { datasets } from "./dataset/kind.js";
import { holdouts } from "./holdout/kind.js";
import type { Kind } from "./kind/kind.js";
import { outcomes } from "./outcome/kind.js";
import { people } from "./people/kind.js";
import { personaSets } from "./personas/kind.js";
import { places } from "./place/kind.js";
import { recommenders } from "./recommender/kind.js";
import { replays } from "./replay/kind.js";
import { scopes } from "./scope/kind.js";
import { streams } from "./stream/kind.js";
import { targets } from "./target/kind.js";
import { triggers } from "./trigger/kind.js";

const kinds = {
  connections,
  datasets,
  people,
  streams,
  places,
  atlases,
  cohorts,
  outcomes,
  persona_sets: personaSets,
  recommenders,
  holdouts,
  scopes,
  targets,
  triggers,
  replays,
} satisfies Record<BuiltType, object>;

/** The input of a kind's step. */
export type StepInput<T extends BuiltType> = InputOf<(typeof kinds)[T]>;

type InputOf<K> = K extends { read(...rest: never): { input(data: never): infer Input } } ? Input : never;

/** Whether the build of a resource waits for a server of its owner. */
export const isConnected = ({ type, config }: { type: ResourceType; config: unknown }): boolean =>
  type !== "traits" && (kindOf(type).isConnected?.(config as never) ?? false);

/** For any kind: its step takes the input that its own reading made. */
export const kindOf = (type: BuiltType): Kind<BuiltType, unknown> =>
  kinds[type] as unknown as Kind<BuiltType, unknown>;

/** Types of which several resources are built in one step. */
export const typesBuiltTogether = (Object.keys(kinds) as BuiltType[]).filter((type) => kindOf(type).together);
