// Groups that an outcome's model learns from: those whose features told more of people at earlier dates. Features
// of others leave the plan; where an outcome also has values of active people, they may tell more of these, and
// stay without telling anything of the probability.

import type { Feature, FeaturePlan, GroupKey } from "../../domain/outcome/features/feature.js";
import { groupName } from "../../domain/outcome/features/group.js";
import type { Frame } from "../../domain/outcome/frame.js";
import type { Horizon } from "../../domain/outcome/label-window.js";
import type { GroupEvidence, OutcomeConfig } from "../../domain/outcome/outcome.js";
import { activeFigureOf } from "../../domain/outcome/value.js";
import { type GroupColumns, groupGains, isGain } from "../../model/propensity/group-gains.js";
import { labelled } from "../../model/propensity/rows.js";

export interface GroupChoice {
  plan: FeaturePlan;
  /** The frame of the plan, in which features of groups that do not help are 0. */
  frame: Frame;
  /** The frame as it was read, for values of active people. */
  read: Frame;
  evidence: GroupEvidence[];
}

/** `rfm` has names of features. */
export const chooseGroups = (
  config: OutcomeConfig,
  plan: FeaturePlan,
  frame: Frame,
  { rfm, ...dates }: { rfm: readonly string[]; horizon: Horizon; seed: number; isPooled: boolean },
): GroupChoice => {
  const groups = groupsIn(plan, rfm);
  if (groups.length === 0) return { plan, frame, read: frame, evidence: [] };
  const gains = groupGains(labelled(frame), groups, dates);
  const helps = gains.map(isGain);
  const evidence = groups.map(({ key }, i) => ({
    stream: key.stream,
    name: key.name,
    input: groupName(key),
    helps: helps[i]!,
  }));
  const dropped = placesWithout(groups, helps);
  if (activeFigureOf(config.value))
    return { plan, read: frame, frame: withoutColumns(frame, dropped), evidence };
  const kept = <T>(all: readonly T[]): T[] => all.filter((_, f) => !dropped.has(f));
  const left: Frame = { ...frame, names: kept(frame.names), columns: kept(frame.columns) };
  return { plan: { features: kept(plan.features) }, frame: left, read: left, evidence };
};

/** Places of the features of groups that do not help. */
export const placesWithout = (groups: readonly GroupColumns[], helps: readonly boolean[]): Set<number> =>
  new Set(groups.flatMap(({ group }, i) => (helps[i] ? [] : group)));

/** The frame with columns that are the same for everyone in these places. */
export const withoutColumns = (frame: Frame, places: ReadonlySet<number>): Frame => {
  const same = new Float32Array(new SharedArrayBuffer(4 * frame.rows));
  return { ...frame, columns: frame.columns.map((column, f) => (places.has(f) ? same : column)) };
};

/** The groups of a plan: with places of their features, and of what a model has of the person without them. */
export const groupsIn = (
  { features }: FeaturePlan,
  rfm: readonly string[],
): (GroupColumns & { key: GroupKey })[] => {
  const keys = new Map(
    features.flatMap((feature) =>
      feature.over === "group" ? [[groupName(feature.measure.key), feature.measure.key] as const] : [],
    ),
  );
  const places = (is: (feature: Feature) => boolean): number[] =>
    features.flatMap((feature, f) => (is(feature) ? [f] : []));
  return [...keys.values()].map((key) => ({
    key,
    own: places(
      (feature) => rfm.includes(feature.name) || feature.over === "goal" || isOfValue(feature, key),
    ),
    group: places((feature) => feature.over === "group" && groupName(feature.measure.key) === groupName(key)),
  }));
};

/** Whether the feature is about one value of what names the group. */
const isOfValue = (feature: Feature, { stream, name, isTrait }: GroupKey): boolean =>
  isTrait
    ? feature.over === "traits" && feature.measure.trait === name
    : feature.over === "events" &&
      feature.provider === stream &&
      feature.measure.of === "property_share" &&
      feature.measure.property === name;
