// Feature plan of an outcome: the features that its model may use, of all streams and traits of the account.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { ChosenEvents } from "../../domain/outcome/features/feature.js";
import type { GoalEvents } from "../../domain/outcome/features/goal.js";
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
import type { OutcomeInput, OutcomeSpec, PredictionTask } from "./prediction-task.js";

export interface PlannedFeatures {
  plan: FeaturePlan;
  /** Features beyond the limit. */
  leftOut: LeftOut;
  /** Names that the owner excluded and that exclude nothing. */
  unknownExclusions: string[];
}

export const featuresFor = async (
  task: Pick<PredictionTask, "landmarks" | "excludeStreams" | "excludeTraits">,
  input: OutcomeInput,
  engine: Engine,
): Promise<PlannedFeatures> => {
  const { config, account } = input;
  const { feature_blocklist: exclusions = [] } = config;
  const traits = await summarizeTraits(
    engine,
    relation(peopleFiles(account.peopleDir).traits),
    account.people.traits,
    account.traitConfigs,
  );
  const landmarkSpanDays = (task.landmarks.at(-1)! - task.landmarks[0]!) / secondsPerDay;
  const goal = goalEvents(input);
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
    goal,
  });
  const nothing = { blocklist: [], blockedProviders: [], excludeStreams: [] };
  const all = planFeatures(account.streams, traits, { ...nothing, landmarkSpanDays, goal });
  return { ...withinLimit(wanted), unknownExclusions: namesOfNoFeature(all, exclusions) };
};

/**
 * The events of a goal that people may reach again, and those of the active cohort, at which they may. Undefined
 * for a goal that is reached once, since nobody who has reached it is left.
 */
const goalEvents = ({ config, attainment, active: cohort }: OutcomeSpec): GoalEvents | undefined => {
  const [goal, active] = [attainment, cohort].map((of) => of && chosenEvents(of));
  return config.recurring === true && goal && active ? { goal, active } : undefined;
};

const chosenEvents = ({
  stream_name: stream,
  stream_conditions: conditions = [],
}: CohortConfig): ChosenEvents | undefined => (stream === undefined ? undefined : { stream, conditions });
