// Features of the group that a person belongs to: the store, team, campaign, school or household that a property
// of their latest event, or a trait, names. They are about the other members alone. What these did says
// something of people who have done little themselves.

import { limits } from "../../resource/limits.js";
import type { ChosenEvents, GroupFeature, GroupKey, GroupMeasure } from "./feature.js";
import { literate, span, streamWords, suffix } from "./naming.js";

/** The groups of an outcome, and what it wants to know of them. */
export interface GroupOptions {
  keys: readonly GroupKey[];
  /** Events that reach the goal. */
  goal: ChosenEvents;
  /** The goal is reached at an event of active people, or not; otherwise within so many days. */
  horizonDays: number | null;
  /** Number that active people have, null for the value; absent: none. */
  number?: { of: string | null };
}

/** Groups that a property or trait would have. */
export interface FoundGroups {
  key: GroupKey;
  groups: number;
  /** Share of what has one that is of groups with several people: of events, or of people with the trait. */
  shared: number;
}

/** Fewer groups have a feature for each of their values. */
export const minGroups = 3;
const minShared = 0.5;

/** The keys with the most groups, of those whose groups people share. */
export const groupKeys = (found: readonly FoundGroups[]): GroupKey[] =>
  found
    .filter(({ groups, shared }) => groups >= minGroups && groups <= limits.groups.is && shared >= minShared)
    .sort((a, b) => b.groups - a.groups || (groupName(a.key) < groupName(b.key) ? -1 : 1))
    .slice(0, limits.groupings.is)
    .map(({ key }) => key);

const shareDays = [90, 365];
const withinDays = 365;
const countDays = 90;

export const groupFeatures = (
  { keys, goal, horizonDays, number }: GroupOptions,
  historyDays: number,
): GroupFeature[] =>
  keys.flatMap((key) => {
    const windows = shareDays.filter((days) => days < historyDays);
    const measures: GroupMeasure[] = [
      ...(horizonDays === null
        ? windows.map((days): GroupMeasure => ({ of: "group_goal_share", key, days, goal }))
        : [{ of: "group_reached_share", key, days: withinDays, goal, horizonDays } as const]),
      ...(number
        ? windows.map((days): GroupMeasure => ({ of: "group_mean", key, days, number: number.of }))
        : []),
      { of: "group_count", key, days: countDays },
    ];
    return measures.map(groupFeature);
  });

const groupFeature = (measure: GroupMeasure): GroupFeature => {
  const { key, days } = measure;
  const { name, many } = streamWords(key.stream);
  const others = `others’ ${many} with the same ${literate(key.name)}`;
  return {
    name: `${groupName(key)}_${shortNames[measure.of]}${suffix(days)}`,
    literate: literateOf(measure, others),
    provider: name,
    type: "number",
    over: "group",
    measure,
  };
};

/** The name by which all features of a group are excluded. */
export const groupName = ({ stream, name }: GroupKey): string => `${stream}_${slugOf(name)}_group`;

const slugOf = (name: string): string => literate(name).replaceAll(" ", "_") || "value";

const shortNames: Record<GroupMeasure["of"], string> = {
  group_goal_share: "goal_share",
  group_reached_share: "reached_share",
  group_mean: "mean",
  group_count: "count",
};

const literateOf = (measure: GroupMeasure, others: string): string => {
  const within = span(measure.days);
  switch (measure.of) {
    case "group_goal_share":
      return `share of ${others} at which the goal was reached ${within}`;
    case "group_reached_share":
      return `share of ${others} after which the goal was reached within ${measure.horizonDays} days`;
    case "group_mean":
      return `mean ${measure.number === null ? "value" : literate(measure.number)} of ${others} ${within}`;
    case "group_count":
      return `${others} ${within}`;
  }
};
