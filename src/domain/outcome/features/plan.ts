// Feature plan: all features of the account's dated streams and traits, without blocked ones.

import { machineName, type StreamResult } from "../../data/stream.js";
import { withoutPrefix } from "../../data/trait.js";
import { grouped } from "../../resource/groups.js";
import { limits } from "../../resource/limits.js";
import { distinctNames } from "../../resource/name-rule.js";
import { secondsPerDay } from "../../resource/resource.js";
import { propertyFeatures, type TraitSummary, traitFeatures } from "./attributes.js";
import type {
  CalendarFeature,
  CalendarMeasure,
  ChosenEvents,
  DayMeasure,
  EventMeasure,
  Feature,
  FeaturePlan,
  GoalShareMeasure,
  OrderFeature,
} from "./feature.js";
import { type GoalEvents, goalFeatures } from "./goal.js";
import { type GroupOptions, groupFeatures, groupName } from "./group.js";
import { literate, streamWords } from "./naming.js";
import { activityFeatures, valueFeatures } from "./streams.js";

export type { TraitSummary } from "./attributes.js";
export type { Feature, FeaturePlan } from "./feature.js";

export interface FeatureOptions {
  /**
   * Names of features. The name of a property or trait, also with the prefix `fig/`, blocks every feature
   * made from it.
   */
  blocklist: readonly string[];
  /** Names of streams, `traits` or `calendar`, in any case. */
  blockedProviders: readonly string[];
  /** Streams that would leak the label. */
  excludeStreams: readonly string[];
  /** Days from the first to the last landmark of training. */
  landmarkSpanDays: number;
  /** Absent: no features of the goal. */
  goal?: GoalEvents | undefined;
  /** Absent: no features of groups. */
  groups?: GroupOptions | undefined;
}

export interface NamedStream {
  name: string;
  result: StreamResult;
}

/** Streams without dates are left out, because their events before a cutoff are unknown. */
export const planFeatures = (
  streams: readonly NamedStream[],
  traits: readonly TraitSummary[],
  options: FeatureOptions,
): FeaturePlan => {
  const blocked = new Set([...options.blockedProviders, ...options.excludeStreams].map(machineName));
  const usable = streams.filter(({ name, result }) => !blocked.has(machineName(name)) && isUsable(result));
  const features: Feature[] = [
    ...usable.flatMap(streamFeatures),
    ...orderFeatures(byEvents(usable)),
    ...goalFeaturesOf(options.goal, usable),
    ...groupFeaturesOf(options.groups, usable),
    ...(blocked.has("traits") ? [] : traitFeatures(traits)),
    ...(blocked.has("calendar") ? [] : calendarFeatures(options.landmarkSpanDays)),
  ];
  const blocklist = namesMeant(options.blocklist);
  return { features: distinctlyNamed(features).filter((feature) => !isBlocked(feature, blocklist)) };
};

const goalFeaturesOf = (goal: GoalEvents | undefined, usable: readonly NamedStream[]): Feature[] => {
  const isKnown = ({ stream }: ChosenEvents) => usable.some(({ name }) => name === stream);
  return goal && isKnown(goal.goal) && isKnown(goal.active) ? goalFeatures(goal) : [];
};

const groupFeaturesOf = (groups: GroupOptions | undefined, usable: readonly NamedStream[]): Feature[] =>
  !groups || usable.every(({ name }) => name !== groups.goal.stream)
    ? []
    : usable.flatMap(({ name, result }) =>
        groupFeatures(
          { ...groups, keys: groups.keys.filter(({ stream }) => stream === name) },
          daysOf(result),
        ),
      );

/** Features that a plan within the limit lacks. */
export interface LeftOut {
  features: number;
  /** The properties and traits that they would be made from, and streams, without their features. */
  names: string[];
}

/**
 * The plan with at most as many features as a model takes. Streams, each with all that is no property, and
 * properties and traits are kept or left out as a whole: of each stream and of the traits the first, then of
 * each the second, and so on.
 */
export const withinLimit = (
  { features }: FeaturePlan,
  most = limits.features.is,
): { plan: FeaturePlan; leftOut: LeftOut } => {
  if (features.length <= most) return { plan: { features }, leftOut: { features: 0, names: [] } };
  const inTurn = sourcesInTurn(features);
  let room = most;
  const ends = inTurn.findIndex((source) => {
    room -= source.length;
    return room < 0;
  });
  const rest = inTurn.slice(ends);
  const left = new Set(rest.flat());
  return {
    plan: { features: features.filter((feature) => !left.has(feature)) },
    leftOut: { features: left.size, names: rest.map(([first]) => sourcesOf(first!)[0] ?? first!.provider) },
  };
};

/** The features of each source. */
const sourcesInTurn = (features: readonly Feature[]): Feature[][] => {
  const providers = [...grouped(features, ({ provider }) => provider).values()].map((own) => [
    ...grouped(own, (feature) => sourcesOf(feature)[0] ?? "").values(),
  ]);
  const turns = providers.reduce((longest, sources) => Math.max(longest, sources.length), 0);
  return Array.from({ length: turns }, (_, turn) =>
    providers.flatMap((sources) => sources.slice(turn, turn + 1)),
  ).flat();
};

/** The names that would block no feature of the plan. */
export const namesOfNoFeature = ({ features }: FeaturePlan, blocklist: readonly string[]): string[] => {
  const known = new Set(features.flatMap((feature) => [feature.name, ...sourcesOf(feature)]));
  return blocklist.filter((name) => ![...namesMeant([name])].some((meant) => known.has(meant)));
};

/** Names of the recency, frequency, tenure and value features of a stream that the plan has; empty without recency. */
export const rfmFeatures = (plan: FeaturePlan, stream: string): string[] => {
  const recency = measured(plan, stream, "recency");
  if (recency === null) return [];
  const others = (["count", "tenure", "value_mean"] as const).map((of) => measured(plan, stream, of));
  return [recency, ...others.filter((name) => name !== null)];
};

/**
 * Names of the features for days with events, recency and tenure of a stream; empty where the plan lacks one
 * of them.
 */
export const visitFeatures = (plan: FeaturePlan, stream: string): string[] => {
  const names = (["active_days", "recency", "tenure"] as const).map((of) => measured(plan, stream, of));
  return names.every((name) => name !== null) ? names : [];
};

/** Time since the first event grows with every day: that it does is no drift. */
export const alwaysGrows = (feature: Feature): boolean =>
  (feature.over === "events" || feature.over === "days") && feature.measure.of === "tenure";

/** Name of the feature for days since the first event of a stream; null where the plan has none. */
export const tenureFeature = (plan: FeaturePlan, stream: string): string | null =>
  measured(plan, stream, "tenure");

/** Name of the feature with this measure over all of a stream's past. */
const measured = (
  { features }: FeaturePlan,
  stream: string,
  of: (EventMeasure | DayMeasure)["of"],
): string | null =>
  features.find(
    (feature) =>
      feature.provider === stream &&
      (feature.over === "events" || feature.over === "days") &&
      feature.measure.of === of &&
      !("days" in feature.measure && feature.measure.days !== null),
  )?.name ?? null;

const isUsable = ({ isDated, event_count }: StreamResult) => isDated && event_count > 0;

const streamFeatures = ({ name, result }: NamedStream): Feature[] => {
  const stream = streamWords(name);
  const historyDays = daysOf(result);
  return [
    ...activityFeatures(stream, historyDays),
    ...(result.hasValue ? valueFeatures(stream, historyDays) : []),
    ...propertyFeatures(stream, result.properties),
  ];
};

const daysOf = ({ newest, oldest }: StreamResult): number => ((newest ?? 0) - (oldest ?? 0)) / secondsPerDay;

const byEvents = (streams: readonly NamedStream[]): string[] =>
  [...streams]
    .sort((a, b) => b.result.event_count - a.result.event_count || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);

/** `Gift card` and `gift-card` have the same machine name, so the second one gets a number. */
const distinctlyNamed = (features: readonly Feature[]): Feature[] => {
  const names = distinctNames(features.map(({ name }) => name));
  return features.map((feature, i) => ({ ...feature, name: names[i]! }));
};

const namesMeant = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [name, withoutPrefix(name)]));

const isBlocked = (feature: Feature, blocklist: ReadonlySet<string>): boolean =>
  [feature.name, ...sourcesOf(feature)].some((name) => blocklist.has(name));

const sourcesOf = (feature: Feature): string[] => {
  if (feature.over === "traits") return [feature.measure.trait];
  if (feature.over === "goal") return propertiesOf(feature.measure);
  if (feature.over === "group") return [feature.measure.key.name, groupName(feature.measure.key)];
  if (feature.over === "events" || feature.over === "days")
    return "property" in feature.measure ? [feature.measure.property] : [];
  return [];
};

const propertiesOf = ({ conditions, goal }: GoalShareMeasure): string[] =>
  [...goal.conditions, ...conditions].map(({ property }) => property);

/** One orderFeature per pair, so their number stays below that of any stream's own. */
const streamsInPairs = 5;

/** `streams` by falling number of events: pairs are made of the first five. */
export const orderFeatures = (streams: readonly string[]): OrderFeature[] =>
  streams
    .slice(0, streamsInPairs)
    .flatMap((from, i) => streams.slice(i + 1, streamsInPairs).map((until) => orderFeature(from, until)));

const orderFeature = (from: string, until: string): OrderFeature => ({
  name: `days_from_last_${from}_to_last_${until}`,
  literate: `days from last ${literate(from)} to last ${literate(until)}`,
  provider: from,
  type: "number",
  over: "order",
  until,
});

const minSpanDays = 400;

export const calendarFeatures = (landmarkSpanDays: number): CalendarFeature[] =>
  landmarkSpanDays > minSpanDays
    ? [calendarFeature("year_sin", "sine"), calendarFeature("year_cos", "cosine")]
    : [];

const calendarFeature = (of: CalendarMeasure["of"], coordinate: string): CalendarFeature => ({
  name: of,
  literate: `time of year (${coordinate})`,
  provider: "calendar",
  type: "number",
  over: "calendar",
  measure: { of },
});
