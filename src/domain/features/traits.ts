// Traits have no time: what is known of a person today is taken to have held at every landmark.

import { commonValues, type ValueCount } from "./common-values.js";
import type { TraitFeature } from "./feature.js";
import { literate, slug } from "./words.js";

/** A trait that people have; `values` is how many people have which value (of a text; the frequent ones suffice). */
export interface TraitSummary {
  name: string;
  type: "number" | "text";
  values: ValueCount[];
}

const valuesPerTrait = 12;

export const traitFeatures = (traits: readonly TraitSummary[]): TraitFeature[] =>
  [...traits].sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap(featuresOf);

const featuresOf = ({ name, type, values }: TraitSummary): TraitFeature[] =>
  type === "number"
    ? [feature(name, null)]
    : commonValues(values, valuesPerTrait).map((value) => feature(name, value));

const feature = (trait: string, value: string | null): TraitFeature => ({
  name: `trait_${slug(trait)}${value === null ? "" : `_is_${slug(value)}`}`,
  literate: value === null ? literate(trait) : `${literate(trait)} is “${value}”`,
  provider: "traits",
  type: value === null ? "number" : "boolean",
  over: "traits",
  measure: { trait, value },
});
