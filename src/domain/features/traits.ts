// Traits have no time: what is known of a person today is taken to have held at every landmark.

import { commonValues, type ValueCount } from "./common-values.js";
import type { TraitFeature, TraitMeasure } from "./feature.js";
import { literate, slug } from "./words.js";

/** A trait that people have; `values` is how many people have which value (of a text; the frequent ones suffice). */
export interface TraitSummary {
  name: string;
  type: "number" | "text";
  isList?: true;
  values: ValueCount[];
  /** How the owner speaks of it. */
  said?: SaidTrait;
}

export interface SaidTrait {
  literate?: string;
  unit?: string;
  /** A value → how to show it. */
  values?: Record<string, string>;
}

const valuesPerTrait = 12;

export const traitFeatures = (traits: readonly TraitSummary[]): TraitFeature[] =>
  [...traits].sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap(featuresOf);

const featuresOf = (trait: TraitSummary): TraitFeature[] =>
  trait.type === "number"
    ? [feature(trait, null)]
    : commonValues(trait.values, valuesPerTrait).map((value) => feature(trait, value));

const feature = ({ name: trait, isList, said }: TraitSummary, value: string | null): TraitFeature => {
  const words = said && wordsOf(said, value);
  const title = words?.trait ?? literate(trait);
  return {
    name: `trait_${slug(trait)}${value === null ? "" : `_is_${slug(value)}`}`,
    literate: value === null ? title : `${title} is “${words?.value ?? value}”`,
    provider: "traits",
    type: value === null ? "number" : "boolean",
    over: "traits",
    measure: { trait, value, ...(isList && { isList }), ...(words && { said: words }) },
  };
};

const wordsOf = ({ literate, unit, values = {} }: SaidTrait, value: string | null): TraitMeasure["said"] => {
  const shown = value === null || !Object.hasOwn(values, value) ? undefined : values[value];
  return {
    ...(literate !== undefined && { trait: literate }),
    ...(shown !== undefined && { value: shown }),
    ...(value === null && unit !== undefined && { unit }),
  };
};
