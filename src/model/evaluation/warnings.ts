// Warnings about a model whose figures may be too good: a feature that leaks the outcome, values that changed
// their meaning, and a stream that has stopped. Each warning says what to do.

import type { Warning } from "../../domain/outcome/evaluation.js";
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
  features.flatMap(({ name, literate: feature, trait, importance, byLandmark }): Warning[] => {
    const auc = aucAlone(byLandmark.at(-1)!, label);
    const leak = { kind: "leak", about: name } as const;
    if (auc > leakAuc) return [{ ...leak, code: "feature_reveals_goal", figures: { feature, auc, trait } }];
    if (importance <= leakShare || isRule) return [];
    return [{ ...leak, code: "feature_dominates", figures: { feature, share: importance, trait } }];
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
      code: "feature_shifted",
      figures: { feature: literate, index, limit: shiftThreshold },
    }));

/** Stability index between successive landmarks with enough people. */
const changesOf = (byLandmark: readonly Float32Array[]): number[] => {
  const enough = byLandmark.filter(({ length }) => length >= minCompared);
  return enough.slice(1).map((values, i) => stabilityIndex(enough[i]!, values));
};

/** Days without an event after which a stream counts as quiet. */
export const quietAfterDays = (usualGapDays: number): number =>
  Math.max(minQuietDays, quietGaps * usualGapDays);

export const quietStreamWarnings = (streams: readonly WatchedStream[]): Warning[] =>
  streams
    .filter(({ quietDays, usualGapDays }) => quietDays > quietAfterDays(usualGapDays))
    .map(({ name, quietDays, usualGapDays }) => ({
      kind: "quiet_stream",
      about: name,
      code: "stream_quiet",
      figures: {
        stream: name,
        quiet_days: Math.round(quietDays),
        usual_gap_days: Math.max(1, Math.round(usualGapDays)),
      },
    }));
