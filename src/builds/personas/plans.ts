// Which features a persona set looks at: some to tell people apart, and all the others that describe them besides.

import { type Feature, type FeaturePlan, planFeatures } from "../../domain/features.js";
import { chosenFeatures, describingFeatures } from "../../domain/persona-fields.js";
import type { Engine } from "../../warehouse/engine.js";
import { summarizeTraits } from "../../warehouse/features/trait-values.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import type { OrderOf } from "../step.js";

/** The features that people are told apart by are the first of those that they are described by. */
export interface PersonaPlans {
  told: FeaturePlan;
  described: FeaturePlan;
}

/** Refuses `modeling-field-unknown`. */
export const planPersonas = async (
  { config, world }: OrderOf<"persona_sets">,
  engine: Engine,
): Promise<PersonaPlans> => {
  const traits = relation(peopleFiles(world.peopleDir).traits);
  const summaries = await summarizeTraits(engine, traits, world.people.traits, world.saidTraits);
  const plan = planFeatures(world.streams, summaries, {
    ...{ blocklist: [], blockedProviders: ["calendar"], excludeStreams: [] },
    landmarkSpanDays: 0,
  });
  const describing = describingFeatures(plan);
  const fields = config.modeling_fields;
  const told: Feature[] = fields === undefined ? describing : chosenFeatures(plan, fields);
  const others = describing.filter((feature) => !told.includes(feature));
  return { told: { features: told }, described: { features: [...told, ...others] } };
};
