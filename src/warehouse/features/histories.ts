// Histories: what is known of some people, in order of their ids. Events have times, and traits have none.

import type {
  ChosenEvents,
  Feature,
  FeaturePlan,
  GoalFeature,
  GroupFeature,
} from "../../domain/outcome/features/feature.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import type { StreamProperties } from "../cohorts/inputs.js";
import type { Engine } from "../engine.js";
import type { Relation } from "../sql/sql.js";
import type { Column } from "./column.js";
import {
  type EventColumns,
  eventsOf,
  type Fields,
  fieldsOf,
  type GroupCodes,
  type Measure,
  type PeopleInOrder,
  readEvents,
  type StreamEvents,
} from "./events.js";
import type { Scratch } from "./scratch.js";
import { readTraits } from "./traits.js";

export interface FeatureRelations {
  /** A stream's events. */
  events(stream: string): Relation;
  /** Absent: no condition reads a property, and its column follows from its name. */
  properties?(stream: string): StreamProperties;
  traits: Relation;
}

export interface Histories<Events extends EventColumns = EventColumns> {
  people: number;
  /** Events by stream. */
  events: ReadonlyMap<string, Events>;
  /** Traits by name of the feature: one number per person, NaN where the trait is missing. */
  traits: ReadonlyMap<string, Column>;
}

/** Histories that the features read, with the events before `until`, the last cutoff. */
export const readHistories = async (
  engine: Engine,
  plan: FeaturePlan,
  relations: FeatureRelations,
  people: PeopleInOrder,
  until: EpochSeconds,
  groups: ReadonlyMap<string, readonly GroupCodes[]> = new Map(),
): Promise<Histories> => {
  const events = new Map<string, EventColumns>();
  for (const stream of streamsOf(plan))
    events.set(
      stream,
      await readEvents(
        engine,
        { events: relations.events(stream), properties: relations.properties?.(stream) },
        people,
        until,
        fieldsOfStream(plan, stream),
        groups.get(stream),
      ),
    );
  const traitFeatures = plan.features.filter((feature) => feature.over === "traits");
  const traits = await readTraits(engine, relations.traits, people, traitFeatures);
  return { people: people.count, events, traits };
};

/** Consecutive people, from a place until another. */
export interface Stretch {
  from: number;
  until: number;
}

/** The people in stretches that have about so many events. */
export const stretchesOf = ({ people, events }: Histories, eventsAtOnce: number): Stretch[] => {
  const all = [...events.values()].reduce((sum, { time }) => sum + time.length, 0);
  const size = Math.ceil(people / Math.max(1, all / eventsAtOnce));
  const count = people === 0 ? 0 : Math.ceil(people / size);
  return Array.from({ length: count }, (_, i) => ({
    from: i * size,
    until: Math.min(people, (i + 1) * size),
  }));
};

/** The histories of a stretch of the people, as views. */
export const historiesOf = (
  { events, traits }: Histories,
  { from, until }: Stretch,
  scratch: Scratch,
): Histories<StreamEvents> => ({
  people: until - from,
  events: new Map([...events].map(([stream, all]) => [stream, eventsOf(all, from, until, scratch)])),
  traits: new Map([...traits].map(([name, column]) => [name, column.subarray(from, until)])),
});

export const streamsOf = ({ features }: FeaturePlan): string[] => [
  ...new Set(features.flatMap(streamsOfFeature)),
];

const streamsOfFeature = (feature: Feature): string[] => {
  switch (feature.over) {
    case "events":
    case "days":
      return [feature.provider];
    case "order":
      return [feature.provider, feature.until];
    case "goal":
      return [feature.provider, feature.measure.goal.stream];
    case "group":
      return goalOfGroup(feature) === undefined
        ? [feature.provider]
        : [feature.provider, goalOfGroup(feature)!.stream];
    case "traits":
    case "calendar":
      return [];
  }
};

/** The fields of a stream's events that the features read. */
export const fieldsOfStream = (plan: FeaturePlan, stream: string): Fields =>
  fieldsOf(measuresOf(plan, stream), chosenOf(plan, stream));

const measuresOf = ({ features }: FeaturePlan, stream: string): Measure[] =>
  features.flatMap((feature): Measure[] => {
    if (feature.provider !== stream) return [];
    if (feature.over === "events" || feature.over === "days") return [feature.measure];
    if (feature.over !== "group" || feature.measure.of !== "group_mean") return [];
    const { number } = feature.measure;
    return [number === null ? { of: "value_mean" } : { of: "property_mean", property: number }];
  });

/** The conditions by which features choose events of a stream. */
const chosenOf = ({ features }: FeaturePlan, stream: string): ChosenEvents["conditions"][] =>
  features
    .flatMap((feature) => {
      if (feature.over === "group") return goalOfGroup(feature) ?? [];
      return feature.over === "goal" ? [activeEventsOf(feature), feature.measure.goal] : [];
    })
    .filter((chosen) => chosen.stream === stream)
    .map(({ conditions }) => conditions);

const goalOfGroup = ({ measure }: GroupFeature): ChosenEvents | undefined =>
  "goal" in measure ? measure.goal : undefined;

/** The events whose last moments a feature of the goal is about. */
export const activeEventsOf = ({ provider, measure }: GoalFeature): ChosenEvents => ({
  stream: provider,
  conditions: measure.conditions,
});
