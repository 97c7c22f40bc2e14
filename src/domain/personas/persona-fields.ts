// Fields of personas: the features by which people are clustered. Features express the same thing in many
// ways; personas use each once: frequency, recency, tenure, value, products, and all traits.

import { refuse } from "../../errors/refusal.js";
import { machineName } from "../data/stream.js";
import { withoutPrefix } from "../data/trait.js";
import { type EventMeasure, type Feature, type FeaturePlan, familyOf } from "../outcome/features/feature.js";
import { slug } from "../outcome/features/naming.js";
import { limits } from "../resource/limits.js";

/** The default features, in the order of the plan. */
export const describingFeatures = ({ features }: FeaturePlan): Feature[] => features.filter(isDescribing);

/**
 * The traits that describe personas, in their order: all within the limit, and otherwise those of the fields
 * that the owner selects, and the first others.
 */
export const describingTraits = <T extends { name: string }>(
  traits: readonly T[],
  fields: readonly string[] = [],
): readonly T[] => {
  const most = limits.personaTraits.is;
  if (traits.length <= most) return traits;
  const names = fields.map(withoutPrefix);
  const isMeant = ({ name }: T) =>
    names.some((field) => field === name || field.startsWith(`trait_${slug(name)}`));
  const kept = new Set([...traits.filter(isMeant), ...traits].slice(0, most));
  return traits.filter((trait) => kept.has(trait));
};

/**
 * The features that the owner selects, in the order of the plan. A name selects a feature, all features of a
 * trait or property, or the default features of a stream. A prefix `fig/` is ignored. Refuses
 * `modeling-field-unknown`.
 */
export const chosenFeatures = (plan: FeaturePlan, names: readonly string[]): Feature[] => {
  const chosen = new Set<Feature>();
  for (const name of names) {
    const meant = plan.features.filter((feature) => isMeant(feature, withoutPrefix(name)));
    if (meant.length === 0) throw refuse("modeling-field-unknown", { name, fields: listed(plan) });
    for (const feature of meant) chosen.add(feature);
  }
  return plan.features.filter((feature) => chosen.has(feature));
};

/** The feature as a field of the clustering: see `model/kmeans/space.ts`. */
export const fieldOf = (feature: Feature): { group: string; isShare: boolean } => ({
  group: familyOf(feature),
  isShare:
    feature.type === "boolean" || (feature.over === "events" && feature.measure.of === "property_share"),
});

const isDescribing = (feature: Feature): boolean => {
  if (feature.over === "traits") return true;
  if (feature.over !== "events") return false;
  const { measure } = feature;
  return describing.has(measure.of) && !("days" in measure && measure.days !== null);
};

const describing = new Set<EventMeasure["of"]>([
  "count",
  "recency",
  "tenure",
  "value_mean",
  "value_negative_share",
  "property_share",
  "property_mean",
]);

const isMeant = (feature: Feature, name: string): boolean => {
  if (feature.name === name || sourceOf(feature) === name || isOfStream(feature, name)) return true;
  return machineName(feature.provider) === machineName(name) && isDescribing(feature);
};

/** Whether the name is that of a stream and of its property or value, such as `transaction.value`. */
const isOfStream = (feature: Feature, name: string): boolean => {
  if (feature.over !== "events") return false;
  const property = sourceOf(feature) ?? (feature.measure.of.startsWith("value_") ? "value" : null);
  if (property === null || !name.endsWith(`.${property}`) || !isDescribing(feature)) return false;
  return machineName(name.slice(0, -property.length - 1)) === machineName(feature.provider);
};

/** The trait or property from which a feature is made. */
const sourceOf = (feature: Feature): string | null => {
  if (feature.over === "traits") return feature.measure.trait;
  if (feature.over === "events" && "property" in feature.measure) return feature.measure.property;
  return null;
};

const listed = (plan: FeaturePlan): string =>
  [...new Set(describingFeatures(plan).map((feature) => sourceOf(feature) ?? feature.name))].join(", ");
