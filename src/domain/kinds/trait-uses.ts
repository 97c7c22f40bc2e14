// Uses of traits: the traits that a configuration emits or refers to, found by name.

import { answerOf, hasAllColumnsAsTraits } from "../data/snapshot.js";
import { withoutPrefix } from "../data/trait.js";
import type { ResourceType } from "../resource/resource.js";
import type { ConfigOf, ResultOf } from "./kinds.js";

type Configured = {
  [T in ResourceType]: { type: T; config: ConfigOf<T>; result: ResultOf<T> | null };
}[ResourceType];

/** The traits that a configuration depends on. */
export const traitsUsed = (resource: Configured): string[] => {
  switch (resource.type) {
    case "cohorts":
      return (resource.config.traits ?? []).map(({ name }) => name);
    case "outcomes":
      return resource.config.bias_traits ?? [];
    case "scopes":
      return (resource.config.payload.attributes ?? []).flatMap((name) => [name, withoutPrefix(name)]);
    case "targets":
      return (resource.config.filter?.trait ?? []).map(({ name }) => name);
    default:
      return [];
  }
};

/** The traits of a dataset: those configured and, if it emits all columns, those that its last build found. */
export const traitsEmitted = (resource: Configured): string[] => {
  if (resource.type !== "datasets") return [];
  const { config, result } = resource;
  const found = hasAllColumnsAsTraits(config) ? Object.keys(result?.trait_sources ?? {}) : [];
  return [...new Set([...traitsConfigured(config), ...found])];
};

/** The traits that a dataset names, and the answer of a snapshot. */
export const traitsConfigured = (config: ConfigOf<"datasets">): string[] => [
  ...Object.keys(config.output_to_traits),
  ...(answerOf(config) ? [answerOf(config)!.trait] : []),
];
