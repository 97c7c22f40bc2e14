import type { StreamPropertySummary } from "../../data/stream.js";
import type { DayFeature, EventFeature, TraitFeature, TraitMeasure } from "./feature.js";
import { dayFeature, eventFeature, literate, type StreamWords, slug } from "./naming.js";

// Features of properties and traits: a number as it is, a text as one feature per common value.

export interface ValueCount {
  name: string;
  count: number;
}

const minShare = 0.01;

/**
 * The most frequent values first, at most `limit`, each with at least 1 % of the count: rarer ones concern
 * too few people to learn from.
 */
export const commonValues = (counts: readonly ValueCount[], limit: number): string[] => {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return counts
    .filter(({ count }) => count >= minShare * total)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name);
};

/**
 * Values of nearly equal frequency change places with each file, and a model of features in another order is
 * another model.
 */
const inStableOrder = (values: readonly string[]): string[] => [...values].sort();

const countedDays = 90;
const valuesPerProperty = 8;

export const propertyFeatures = (
  stream: StreamWords,
  properties: Record<string, StreamPropertySummary>,
): (EventFeature | DayFeature)[] =>
  Object.keys(properties)
    .sort()
    .flatMap((property) => propertyFeaturesOf(stream, property, properties[property]!));

const propertyFeaturesOf = (
  stream: StreamWords,
  property: string,
  { type, isList, categories }: StreamPropertySummary,
) =>
  type === "number"
    ? numberFeatures(stream, property)
    : inStableOrder(commonValues(categories, valuesPerProperty)).flatMap((value) =>
        categoryFeatures(stream, { property, value, ...(isList && { isList }) }),
      );

const numberFeatures = (stream: StreamWords, property: string) => {
  const stem = `${stream.name}_${slug(property)}`;
  const mean = `mean ${literate(property)}`;
  return [
    eventFeature(stream, { of: "property_mean", property }, `${stem}_mean`, `${mean} of a ${stream.one}`),
    dayFeature(
      stream,
      { of: "property_last", property },
      `${stem}_last`,
      `${mean} on the last day with ${stream.many}`,
    ),
  ];
};

const categoryFeatures = (
  stream: StreamWords,
  category: { property: string; value: string; isList?: true },
) => {
  const { property, value } = category;
  const stem = `${stream.name}_${slug(property)}_${slug(value)}`;
  const events = `${stream.many} with ${literate(property)} “${value}”`;
  return [
    eventFeature(stream, { of: "property_share", ...category }, `${stem}_share`, `share of ${events}`),
    eventFeature(
      stream,
      { of: "property_count", ...category, days: countedDays },
      `${stem}_count_${countedDays}d`,
      `${events} in the last ${countedDays} days`,
    ),
  ];
};

/**
 * A trait with the number of people by value (for texts, the frequent ones suffice). Traits have no dates:
 * today's value is used at every landmark.
 */
export interface TraitSummary {
  name: string;
  type: "number" | "text";
  isList?: true;
  values: ValueCount[];
  /** The owner's display names. */
  said?: TraitWording;
}

export interface TraitWording {
  literate?: string;
  unit?: string;
  /** Display texts by value. */
  values?: Record<string, string>;
}

const valuesPerTrait = 12;

export const traitFeatures = (traits: readonly TraitSummary[]): TraitFeature[] =>
  [...traits].sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap(traitFeaturesOf);

const traitFeaturesOf = (trait: TraitSummary): TraitFeature[] =>
  trait.type === "number"
    ? [traitFeature(trait, null)]
    : inStableOrder(commonValues(trait.values, valuesPerTrait)).map((value) => traitFeature(trait, value));

const traitFeature = ({ name: trait, isList, said }: TraitSummary, value: string | null): TraitFeature => {
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

const wordsOf = (
  { literate, unit, values = {} }: TraitWording,
  value: string | null,
): TraitMeasure["said"] => {
  const shown = value === null || !Object.hasOwn(values, value) ? undefined : values[value];
  return {
    ...(literate !== undefined && { trait: literate }),
    ...(shown !== undefined && { value: shown }),
    ...(value === null && unit !== undefined && { unit }),
  };
};
