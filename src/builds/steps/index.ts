// Which step makes which resource's result. A process runs one step, and loads no other.

import type { BuiltType, ResourceType } from "../../domain/resource.js";
import type { Step } from "../step.js";

const steps: { [T in BuiltType]: () => Promise<Step<T>> } = {
  connections: async () => (await import("./connection.js")).buildConnection,
  datasets: async () => (await import("./dataset.js")).buildDataset,
  people: async () => (await import("./people.js")).buildPeople,
  streams: async () => (await import("./stream.js")).buildStream,
  places: async () => (await import("./place.js")).buildPlace,
  cohorts: async () => (await import("./cohort.js")).buildCohort,
  outcomes: async () => (await import("./outcome.js")).buildOutcome,
  persona_sets: async () => (await import("./persona-set.js")).buildPersonaSet,
  recommenders: async () => (await import("./recommender.js")).buildRecommender,
  scopes: async () => (await import("./scope.js")).buildScope,
  targets: async () => (await import("./target.js")).buildTarget,
};

/** To be given an order of that type. */
export const loadStep = async (type: BuiltType): Promise<Step<ResourceType>> =>
  (await steps[type]()) as Step<ResourceType>;
