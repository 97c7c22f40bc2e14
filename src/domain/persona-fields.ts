// By what people are told apart. Of what features say in many ways, personas take it said once: how often, how lately, since
// when, for how much and what they bought, and all that is so of them.

import { refuse } from "../errors/refusal.js";
import { type EventMeasure, type Feature, type FeaturePlan, familyOf } from "./features/feature.js";
import { machineName } from "./stream.js";

/** The features that describe a person in general, in the order of the plan. */
export const describingFeatures = ({ features }: FeaturePlan): Feature[] => features.filter(isDescribing);

/**
 * Those that the owner names, in the order of the plan: a feature by its name, those of a trait or property by its, and of a
 * stream what describes it by the stream's. `fig/` before the name of a trait is passed over. Refuses `modeling-field-unknown`.
 */
export const chosenFeatures = (plan: FeaturePlan, names: readonly string[]): Feature[] => {
  const chosen = new Set<Feature>();
  for (const name of names) {
    const meant = plan.features.filter((feature) => isMeant(feature, name.replace(/^fig\//, "")));
    if (meant.length === 0) throw refuse("modeling-field-unknown", { name, fields: listed(plan) });
    for (const feature of meant) chosen.add(feature);
  }
  return plan.features.filter((feature) => chosen.has(feature));
};

/** How a feature takes part in telling people apart: see `model/kmeans/space.ts`. */
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
  if (feature.name === name || sourceOf(feature) === name) return true;
  return machineName(feature.provider) === machineName(name) && isDescribing(feature);
};

/** The trait or property that a feature is made of. */
const sourceOf = (feature: Feature): string | null => {
  if (feature.over === "traits") return feature.measure.trait;
  if (feature.over === "events" && "property" in feature.measure) return feature.measure.property;
  return null;
};

const listed = (plan: FeaturePlan): string =>
  [...new Set(describingFeatures(plan).map((feature) => sourceOf(feature) ?? feature.name))].join(", ");
