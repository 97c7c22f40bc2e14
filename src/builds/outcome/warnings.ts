// Warnings about an outcome: what a model learned from may make its good figures untrue, and so may a stream
// that has stopped since.

import type { Warning } from "../../domain/outcome/evaluation.js";
import {
  alwaysGrows,
  type Feature,
  type FeaturePlan,
  type LeftOut,
} from "../../domain/outcome/features/plan.js";
import type { Frame } from "../../domain/outcome/frame.js";
import { limits } from "../../domain/resource/limits.js";
import {
  abruptChangeWarnings,
  leakWarnings,
  minImportance,
  quietStreamWarnings,
  type WatchedFeature,
  type WatchedStream,
} from "../../model/evaluation/warnings.js";
import { narrowNames } from "../../model/propensity/candidates/registry.js";
import { rowNumbers } from "../../model/propensity/rows.js";
import type { TrainedPropensity } from "../../model/propensity/train.js";
import type { Engine } from "../../warehouse/engine.js";
import { relation, streamFiles } from "../../warehouse/relations.js";
import { staleness } from "../../warehouse/streams.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { importanceOf, trainingLandmarks } from "./evaluation.js";
import type { PlannedFeatures } from "./feature-plan.js";

/** Warnings that hold as long as the model does. Plain data: they are kept with it. */
export interface LearnedWarnings {
  /** About the definition and the labels. */
  labels: Warning[];
  leaks: Warning[];
  changes: Warning[];
  /** Names of the streams whose silence makes the predictions doubtful. */
  watched: string[];
}

/** All warnings as of the account's now. */
export const allWarnings = async (
  { labels, leaks, changes, watched }: LearnedWarnings,
  { unknownExclusions, leftOut }: PlannedFeatures,
  account: AccountSnapshot,
  engine: Engine,
): Promise<Warning[]> => [
  ...exclusionWarnings(unknownExclusions),
  ...leftOutWarnings(leftOut),
  ...labels,
  ...leaks,
  ...quietStreamWarnings(await watchedStreams(watched, account, engine)),
  ...changes,
];

const exclusionWarnings = (names: readonly string[]): Warning[] =>
  names.length === 0
    ? []
    : [
        {
          kind: "question",
          about: "feature_blocklist",
          code: "exclusions_unknown",
          figures: { names: names.join(", ") },
        },
      ];

const namesListed = 10;

const leftOutWarnings = ({ features, names }: LeftOut): Warning[] =>
  features === 0
    ? []
    : [
        {
          kind: "question",
          about: "features",
          code: "features_left_out",
          figures: {
            most: limits.features.is,
            features,
            names: names.slice(0, namesListed).join(", "),
            further: Math.max(0, names.length - namesListed),
          },
        },
      ];

/** Warnings about the features. */
export const warningsOf = (
  plan: FeaturePlan,
  learned: TrainedPropensity,
  frame: Frame,
): Pick<LearnedWarnings, "leaks" | "changes"> => {
  const landmarks = trainingLandmarks(frame).filter(
    ({ landmark }) => landmark < learned.report.test_landmark,
  );
  const earlier = landmarks.map(({ landmark }) =>
    rowNumbers(frame.rows, (row) => frame.landmark[row] === landmark),
  );
  const features = plan.features.map((feature, f) => watched(feature, f, learned, frame, earlier));
  const isRule = Object.keys(learned.report.blend).every((name) =>
    narrowNames.some((narrow) => narrow === name),
  );
  return {
    leaks: leakWarnings(features, learned.test.label, isRule),
    changes: abruptChangeWarnings(features),
  };
};

/**
 * `earlier` has the rows of each landmark before the test. Calendar features always move, and unimportant
 * ones hardly matter: for both, only the test's values are compared.
 */
const watched = (
  feature: Feature,
  place: number,
  { report, test }: TrainedPropensity,
  frame: Frame,
  earlier: readonly Int32Array[],
): WatchedFeature => {
  const { name, literate, provider } = feature;
  const { importance } = importanceOf(report, place);
  const isCompared = provider !== "calendar" && !alwaysGrows(feature) && importance >= minImportance;
  const before = (isCompared ? earlier : []).map((rows) => valuesAt(frame.columns[place]!, rows));
  const trait = feature.over === "traits" ? feature.measure.trait : null;
  return { name, literate, trait, importance, byLandmark: [...before, test.columns[place]!] };
};

const valuesAt = (column: Float32Array, rows: Int32Array): Float32Array => {
  const values = new Float32Array(rows.length);
  for (let i = 0; i < rows.length; i++) values[i] = column[rows[i]!]!;
  return values;
};

const watchedStreams = async (
  names: readonly string[],
  { streams, dataThrough }: AccountSnapshot,
  engine: Engine,
): Promise<WatchedStream[]> => {
  const found: WatchedStream[] = [];
  for (const { name, dir, result } of streams) {
    if (!names.includes(name) || !result.isDated) continue;
    const rows = await engine.rows<{ quiet_days: number; usual_gap_days: number }>(
      staleness(relation(streamFiles(dir).events), dataThrough),
    );
    for (const row of rows) found.push({ name, quietDays: row.quiet_days, usualGapDays: row.usual_gap_days });
  }
  return found;
};
