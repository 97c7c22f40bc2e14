// What may make good figures untrue: a feature that knows the answer, values that no longer mean what they did, and a stream
// that has gone quiet. Each warning says what to do.

import type { Warning } from "../../domain/evaluation.js";
import { auc } from "./metrics.js";
import { stabilityIndex } from "./stability-index.js";

export interface WatchedFeature {
  name: string;
  literate: string;
  /** The trait that it is made of; null: it is made of events. */
  trait: string | null;
  /** Share of the model's total gain, 0 to 1. */
  importance: number;
  /** Values at each landmark, oldest first and the test last; NaN where not known. */
  byLandmark: Float32Array[];
}

/** All in days. `usualGap` is longer than 99 of 100 gaps between days with events. */
export interface WatchedStream {
  name: string;
  quietDays: number;
  usualGapDays: number;
}

const leakAuc = 0.95;
const leakShare = 0.9;
export const shiftThreshold = 0.25;
/** Customers change slowly and files at once: an abrupt step is so many times the largest before it. */
export const abruptFactor = 2;
/** Less important features may move as they like. */
export const minImportance = 0.02;
/** Fewer people move by chance. */
const fewestCompared = 200;
export const maxShiftWarnings = 5;
const quietGaps = 3;
const quietLeastDays = 7;

/** `isRule`: the model is a simple rule that looks at few features, one of which may well decide. */
export const leakWarnings = (
  features: readonly WatchedFeature[],
  label: Uint8Array,
  isRule: boolean,
): Warning[] =>
  features.flatMap((feature) => {
    const { literate, importance, byLandmark } = feature;
    const alone = aucAlone(byLandmark.at(-1)!, label);
    if (alone > leakAuc)
      return [leak(feature, `“${literate}” alone tells who attains (AUC ${alone.toFixed(2)})`)];
    if (importance <= leakShare || isRule) return [];
    return [
      leak(feature, `“${literate}” decides ${Math.round(100 * importance)} % of the probability alone`),
    ];
  });

const leak = ({ name, trait }: WatchedFeature, what: string): Warning => ({
  kind: "leak",
  about: name,
  note:
    trait === null
      ? `${what}. Make sure that it is known before what it foretells; otherwise put ${name} on the feature_blocklist.`
      : `${what}. The trait “${trait}” has no date and is taken as it stands now: if it is set when people attain, or ` +
        `afterwards, it tells what it should foretell. Then put ${trait} on the feature_blocklist.`,
});

/** In whichever direction it ranks; people without a value are below all others. */
const aucAlone = (column: Float32Array, label: Uint8Array): number => {
  const lowest = -Number.MAX_VALUE;
  const area = auc(
    Float64Array.from(column, (value) => (Number.isNaN(value) ? lowest : value)),
    label,
  );
  return Math.max(area, 1 - area);
};

/** The most important first. */
export const abruptChangeWarnings = (features: readonly WatchedFeature[]): Warning[] =>
  features
    .filter(({ importance }) => importance >= minImportance)
    .flatMap((feature) => {
      const steps = stepsOf(feature.byLandmark);
      const index = steps.pop() ?? 0;
      const isAbrupt =
        steps.length > 0 && index > Math.max(shiftThreshold, abruptFactor * Math.max(...steps));
      return isAbrupt ? [{ ...feature, index }] : [];
    })
    .sort((a, b) => b.importance - a.importance || (a.name < b.name ? -1 : 1))
    .slice(0, maxShiftWarnings)
    .map(({ name, literate, index }) => ({
      kind: "shift",
      about: name,
      note:
        `The values of “${literate}” changed abruptly before the test (stability index ${index.toFixed(2)}, above ` +
        `${shiftThreshold}). Check whether the files changed; if its values no longer mean the same, put ${name} on the ` +
        "feature_blocklist.",
    }));

/** How far the values moved from each landmark to the next, where enough people were seen from both. */
const stepsOf = (byLandmark: readonly Float32Array[]): number[] => {
  const seen = byLandmark.filter(({ length }) => length >= fewestCompared);
  return seen.slice(1).map((values, i) => stabilityIndex(seen[i]!, values));
};

export const quietStreamWarnings = (streams: readonly WatchedStream[]): Warning[] =>
  streams
    .filter(({ quietDays, usualGapDays }) => quietDays > Math.max(quietLeastDays, quietGaps * usualGapDays))
    .map(({ name, quietDays, usualGapDays }) => ({
      kind: "quiet_stream",
      about: name,
      note:
        `The stream “${name}” has had no events for ${Math.round(quietDays)} days before the newest event of the account, ` +
        `and is hardly ever quiet for more than ${days(usualGapDays)}. Upload its newest files: until then it looks as if ` +
        "nobody did anything.",
    }));

const days = (count: number): string => (Math.round(count) === 1 ? "a day" : `${Math.round(count)} days`);
