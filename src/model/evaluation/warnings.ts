// Warnings about a model whose figures may be too good: a feature that leaks the outcome, values that changed their meaning, and a
// stream that has stopped. Each warning says what to do.

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
  /** Values at each landmark, oldest first and the test last; NaN where unknown. */
  byLandmark: Float32Array[];
}

export interface WatchedStream {
  name: string;
  quietDays: number;
  /** Longer than 99 of 100 gaps between days with events. */
  usualGapDays: number;
}

const leakAuc = 0.95;
const leakShare = 0.9;
export const shiftThreshold = 0.25;
/** Customers change slowly, files at once: an abrupt change is this many times as large as the largest before it. */
export const abruptFactor = 2;
/** Changes of less important features are ignored. */
export const minImportance = 0.02;
/** Values of fewer people differ by chance. */
const minCompared = 200;
export const maxShiftWarnings = 5;
const quietGaps = 3;
const minQuietDays = 7;

/** `isRule`: the model is a simple rule with few features, one of which may well dominate. */
export const leakWarnings = (
  features: readonly WatchedFeature[],
  label: Uint8Array,
  isRule: boolean,
): Warning[] =>
  features.flatMap((feature) => {
    const { literate, importance, byLandmark } = feature;
    const alone = aucAlone(byLandmark.at(-1)!, label);
    if (alone > leakAuc)
      return [leakWarning(feature, `“${literate}” alone predicts the outcome (AUC ${alone.toFixed(2)})`)];
    if (importance <= leakShare || isRule) return [];
    const share = Math.round(100 * importance);
    return [leakWarning(feature, `“${literate}” alone decides ${share} % of the probability`)];
  });

const leakWarning = ({ name, trait }: WatchedFeature, finding: string): Warning => ({
  kind: "leak",
  about: name,
  note:
    trait === null
      ? `${finding}. Check that its values are known before the outcome happens. If they are not, exclude ${name} (feature_blocklist).`
      : `${finding}. The trait “${trait}” has no date, so its current value is used. If it is set when people convert, or later, it ` +
        `reveals the outcome: exclude ${trait} (feature_blocklist).`,
});

/** AUC in whichever direction the feature ranks; people without a value come below all others. */
const aucAlone = (column: Float32Array, label: Uint8Array): number => {
  const lowest = -Number.MAX_VALUE;
  const area = auc(
    Float64Array.from(column, (value) => (Number.isNaN(value) ? lowest : value)),
    label,
  );
  return Math.max(area, 1 - area);
};

/** The most important feature first. */
export const abruptChangeWarnings = (features: readonly WatchedFeature[]): Warning[] =>
  features
    .filter(({ importance }) => importance >= minImportance)
    .flatMap((feature) => {
      const changes = changesOf(feature.byLandmark);
      const index = changes.pop() ?? 0;
      const isAbrupt =
        changes.length > 0 && index > Math.max(shiftThreshold, abruptFactor * Math.max(...changes));
      return isAbrupt ? [{ ...feature, index }] : [];
    })
    .sort((a, b) => b.importance - a.importance || (a.name < b.name ? -1 : 1))
    .slice(0, maxShiftWarnings)
    .map(({ name, literate, index }) => ({
      kind: "shift",
      about: name,
      note:
        `The values of “${literate}” changed abruptly before the test (stability index ${index.toFixed(2)}, above ` +
        `${shiftThreshold}). Check whether the uploaded files changed. If the values no longer mean the same, exclude ${name} ` +
        "(feature_blocklist).",
    }));

/** Stability index between successive landmarks with enough people. */
const changesOf = (byLandmark: readonly Float32Array[]): number[] => {
  const enough = byLandmark.filter(({ length }) => length >= minCompared);
  return enough.slice(1).map((values, i) => stabilityIndex(enough[i]!, values));
};

export const quietStreamWarnings = (streams: readonly WatchedStream[]): Warning[] =>
  streams
    .filter(({ quietDays, usualGapDays }) => quietDays > Math.max(minQuietDays, quietGaps * usualGapDays))
    .map(({ name, quietDays, usualGapDays }) => ({
      kind: "quiet_stream",
      about: name,
      note:
        `The stream “${name}” has had no events for ${Math.round(quietDays)} days before the newest event of the account. Its ` +
        `usual gap is at most ${days(usualGapDays)}. Upload its newest files. Until then, everyone looks inactive.`,
    }));

const days = (count: number): string => (Math.round(count) === 1 ? "1 day" : `${Math.round(count)} days`);
