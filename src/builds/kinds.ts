// Which step makes which resource's result. A process runs one step, and loads no other.

import type { BuiltType, ResourceType } from "../domain/resource.js";
import type { Step } from "./kind/step.js";

const steps: { [T in BuiltType]: () => Promise<Step<T>> } = {
  connections: async () => (await import("./connection/step.js")).buildConnection,
  datasets: async () => (await import("./dataset/step.js")).buildDataset,
  people: async () => (await import("./people/step.js")).buildPeople,
  streams: async () => (await import("./stream/step.js")).buildStream,
  places: async () => (await import("./place/step.js")).buildPlace,
  cohorts: async () => (await import("./cohort/step.js")).buildCohort,
  outcomes: async () => (await import("./outcome/step.js")).buildOutcome,
  persona_sets: async () => (await import("./personas/step.js")).buildPersonaSet,
  recommenders: async () => (await import("./recommender/step.js")).buildRecommender,
  scopes: async () => (await import("./scope/step.js")).buildScope,
  targets: async () => (await import("./target/step.js")).buildTarget,
};

/** To be given an order of that type. */
export const loadStep = async (type: BuiltType): Promise<Step<ResourceType>> =>
  (await steps[type]()) as Step<ResourceType>;
