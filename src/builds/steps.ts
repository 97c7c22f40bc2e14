// The steps of all kinds, each loaded when it runs: the process of a step loads no other, and no kind. A new
// kind of resource adds its step here, and its descriptor to `kinds.ts`.

import type { ResultOf } from "../domain/kinds/kinds.js";
import type { BuiltType } from "../domain/resource/resource.js";
import { assert } from "../errors/refusal.js";
import type { Step, StepTogether } from "./kind/kind.js";
import type { StepInput } from "./kinds.js";

const steps: { [T in BuiltType]: () => Promise<Step<StepInput<T>, ResultOf<T>>> } = {
  connections: async () => (await import("./connection/step.js")).buildConnection,
  datasets: async () => (await import("./dataset/step.js")).buildDataset,
  people: async () => (await import("./people/step.js")).buildPeople,
  streams: async () => (await import("./stream/step.js")).buildStream,
  atlases: async () => (await import("./atlas/step.js")).buildAtlas,
  places: async () => (await import("./place/step.js")).buildPlace,
  cohorts: async () => (await import("./cohort/step.js")).buildCohort,
  outcomes: async () => (await import("./outcome/step.js")).buildOutcome,
  persona_sets: async () => (await import("./personas/step.js")).buildPersonaSet,
  recommenders: async () => (await import("./recommender/step.js")).buildRecommender,
  holdouts: async () => (await import("./holdout/step.js")).buildLastingHoldout,
  scopes: async () => (await import("./scope/step.js")).buildScope,
  targets: async () => (await import("./target/step.js")).buildTarget,
  triggers: async () => (await import("./trigger/step.js")).judgePeople,
  replays: async () => (await import("./replay/step.js")).buildReplay,
};

/** For any kind: its step takes the input that its kind's reading made. */
export const loadStep = (type: BuiltType): Promise<Step<unknown, unknown>> =>
  (steps[type] as () => Promise<Step<unknown, unknown>>)();

/** The step of several resources, which takes what `together` of their kind made. */
export const loadStepTogether = async (type: BuiltType): Promise<StepTogether<unknown, unknown>> => {
  assert(type === "cohorts", `${type} are not built together`);
  return (await import("./cohort/batch.js")).buildCohorts as StepTogether<unknown, unknown>;
};
