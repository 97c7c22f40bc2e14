// Feature plan of an outcome: the features that its model may use, of all streams and traits of the account.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { ChosenEvents } from "../../domain/outcome/features/feature.js";
import type { GoalEvents } from "../../domain/outcome/features/goal.js";
import {
  type FoundGroups,
  type GroupOptions,
  groupKeys,
  minGroups,
} from "../../domain/outcome/features/group.js";
import {
  type FeaturePlan,
  type LeftOut,
  namesOfNoFeature,
  planFeatures,
  withinLimit,
} from "../../domain/outcome/features/plan.js";
import { activeFigureOf } from "../../domain/outcome/value.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { groupsOfProperty, groupsOfTraits } from "../../warehouse/features/groups.js";
import { summarizeTraits } from "../../warehouse/features/traits.js";
import { peopleFiles, relation, streamFiles } from "../../warehouse/relations.js";
import type { BuiltStream } from "../kind/snapshot.js";
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
  task: Pick<PredictionTask, "landmarks" | "horizonDays" | "excludeStreams" | "excludeTraits">,
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
  const groups = await groupsFor(task, input, goal, engine);
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
    groups,
  });
  const nothing = { blocklist: [], blockedProviders: [], excludeStreams: [] };
  const all = planFeatures(account.streams, traits, { ...nothing, landmarkSpanDays, goal, groups });
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

/** Groups of the events of the goal and of active people; undefined where the goal has no dates. */
const groupsFor = async (
  { horizonDays }: Pick<PredictionTask, "horizonDays">,
  { account, attainment, active, config }: OutcomeInput,
  goal: GoalEvents | undefined,
  engine: Engine,
): Promise<GroupOptions | undefined> => {
  const reached = chosenEvents(attainment);
  if (horizonDays === 0 || !reached) return undefined;
  const conditions = [...reached.conditions, ...(active?.stream_conditions ?? [])];
  const defining = new Set(conditions.map(({ property }) => property));
  const names = [...new Set([active?.stream_name, attainment.stream_name])];
  const found: FoundGroups[] = [];
  for (const stream of account.streams.filter(({ name }) => names.includes(name)))
    found.push(...(await groupsOfStream(stream, defining, engine)));
  const texts = account.people.traits.filter(({ type, isList }) => type === "text" && !isList);
  const ofTraits = await groupsOfTraits(
    engine,
    relation(peopleFiles(account.peopleDir).traits),
    texts.map(({ name }) => name),
  );
  for (const { name, ...groups } of ofTraits)
    found.push({ ...groups, key: { stream: reached.stream, name, isTrait: true } });
  const figure = activeFigureOf(config.value);
  const isOfEvents =
    goal !== undefined && goal.goal.stream === goal.active.stream && goal.goal.conditions.length > 0;
  return {
    keys: groupKeys(found),
    goal: reached,
    horizonDays: isOfEvents ? null : horizonDays,
    ...(figure && { number: { of: figure.property } }),
  };
};

/** Properties of a stream whose groups are counted: those with the most values. */
const mostCounted = 10;

/** Groups that the texts of a stream would make, without lists and what defines the goal. */
const groupsOfStream = async (
  { name: stream, dir, result }: BuiltStream,
  defining: ReadonlySet<string>,
  engine: Engine,
): Promise<FoundGroups[]> => {
  const texts = Object.entries(result.properties)
    .filter(([name, { type, isList, categories }]) => {
      const isShared = (categories[0]?.count ?? 0) >= minGroups && categories.length >= minGroups;
      return type === "text" && !isList && !defining.has(name) && isShared;
    })
    .sort(([a, one], [b, other]) => other.categories.length - one.categories.length || (a < b ? -1 : 1));
  const found = [];
  for (const [name, { column }] of texts.slice(0, mostCounted)) {
    const groups = await groupsOfProperty(engine, relation(streamFiles(dir).events), { name, column });
    found.push({ ...groups, key: { stream, name } });
  }
  return found;
};
