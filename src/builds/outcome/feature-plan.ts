// Feature plan of an outcome: the features that its model may use, of all streams and traits of the account.

import {
  type FeaturePlan,
  type LeftOut,
  namesOfNoFeature,
  planFeatures,
  withinLimit,
} from "../../domain/outcome/features/plan.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { summarizeTraits } from "../../warehouse/features/traits.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { mitigatedTraits } from "./bias.js";
import type { OutcomeInput, PredictionTask } from "./prediction-task.js";

export interface PlannedFeatures {
  plan: FeaturePlan;
  /** Features beyond the limit. */
  leftOut: LeftOut;
  /** Names that the owner excluded and that exclude nothing. */
  unknownExclusions: string[];
}

export const featuresFor = async (
  task: Pick<PredictionTask, "landmarks" | "excludeStreams" | "excludeTraits">,
  { config, account }: OutcomeInput,
  engine: Engine,
): Promise<PlannedFeatures> => {
  const { feature_blocklist: exclusions = [] } = config;
  const traits = await summarizeTraits(
    engine,
    relation(peopleFiles(account.peopleDir).traits),
    account.people.traits,
    account.traitConfigs,
  );
  const landmarkSpanDays = (task.landmarks.at(-1)! - task.landmarks[0]!) / secondsPerDay;
  const wanted = planFeatures(account.streams, traits, {
    blocklist: [
      ...exclusions,
      ...task.excludeTraits,
      ...(account.answers ?? []).map(({ trait }) => trait),
      ...mitigatedTraits(config, account),
    ],
    blockedProviders: config.predictors?.blocked?.providers ?? [],
    excludeStreams: task.excludeStreams,
    landmarkSpanDays,
  });
  const nothing = { blocklist: [], blockedProviders: [], excludeStreams: [] };
  const all = planFeatures(account.streams, traits, { ...nothing, landmarkSpanDays });
  return { ...withinLimit(wanted), unknownExclusions: namesOfNoFeature(all, exclusions) };
};
