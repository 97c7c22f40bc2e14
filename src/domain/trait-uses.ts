// Uses of traits: the traits that a configuration emits or refers to, found by name.

import type { ConfigOf, ResultOf } from "./kinds.js";
import type { ResourceType } from "./resource.js";
import { withoutPrefix } from "./trait.js";

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
  const { output_to_traits, output_all_columns_as_traits } = resource.config;
  const found = output_all_columns_as_traits ? Object.keys(resource.result?.trait_sources ?? {}) : [];
  return [...new Set([...Object.keys(output_to_traits), ...found])];
};
