// Evaluation of an outcome beyond the model's own report: confidence intervals of the test's figures,
// directions of features and training rows by landmark.

import type {
  DirectionBin,
  Evaluation,
  OriginFigures,
  TrainingLandmark,
} from "../../domain/outcome/evaluation.js";
import { type FeaturePlan, tenureFeature } from "../../domain/outcome/features/plan.js";
import type { Frame } from "../../domain/outcome/frame.js";
import type { FeatureImportance, TenureFeatures } from "../../domain/outcome/outcome.js";
import { evaluateTest } from "../../model/evaluation/evaluation.js";
import { minImportance } from "../../model/evaluation/warnings.js";
import { directionBins } from "../../model/explain/directions.js";
import { baselineNames } from "../../model/propensity/candidates/registry.js";
import type { TrainedPropensity } from "../../model/propensity/train.js";
import { importanceByTenure } from "./importance-by-tenure.js";
import { aucInterval, originFigures } from "./origins.js";

/** Tenure counts from the first event of the first of `streams` that has a tenure feature. */
export const evaluationOf = (
  plan: FeaturePlan,
  learned: TrainedPropensity,
  streams: readonly string[],
  { seed, horizonSeconds }: { seed: number; horizonSeconds: number },
): Evaluation & { origins: OriginFigures[]; tenure_features: TenureFeatures[] } => {
  const tenureDays = tenuresOf(plan, learned, streams);
  const evaluation = evaluateTest(
    { ...learned.test, tenureDays },
    { baselines: baselineNames, seed, dated: { gains: learned.gains, horizonSeconds } },
  );
  const { model } = evaluation.intervals;
  const auc = aucInterval(learned, horizonSeconds);
  return {
    ...evaluation,
    ...(auc && { intervals: { ...evaluation.intervals, model: { ...model!, auc } } }),
    origins: originFigures(learned.origins),
    tenure_features: importanceByTenure(plan, learned, tenureDays, seed),
  };
};

const tenuresOf = (
  plan: FeaturePlan,
  { test }: TrainedPropensity,
  streams: readonly string[],
): Float32Array | null => {
  const tenure = streams.map((name) => tenureFeature(plan, name)).find((feature) => feature !== null);
  const column = plan.features.findIndex(({ name }) => name === tenure);
  return test.columns[column] ?? null;
};

const maxDirected = 40;

/** The most important features first. Only the first `maxDirected` have directions. */
export const importantFeatures = (
  plan: FeaturePlan,
  { report, test }: TrainedPropensity,
): FeatureImportance[] => {
  const { label, probability, columns } = test;
  return plan.features
    .map(({ name, literate, type }, f) => ({ name, literate, type, f, ...importanceOf(report, f) }))
    .sort((a, b) => b.importance - a.importance || (a.name < b.name ? -1 : 1))
    .map(({ name, literate, importance, type, f }, rank) => {
      const isDirected = rank < maxDirected && importance > 0;
      const directionality: DirectionBin[] = isDirected
        ? directionBins(type, columns[f]!, probability, label)
        : [];
      return { name, literate, importance, directionality };
    });
};

/** The report lists features in the plan's order. */
export const importanceOf = (report: TrainedPropensity["report"], place: number) => ({
  importance: report.features[place]!.importance,
});

export const trainingLandmarks = ({ landmark, label }: Frame): TrainingLandmark[] => {
  const byLandmark = new Map<number, TrainingLandmark>();
  landmark.forEach((at, row) => {
    const seen = byLandmark.get(at) ?? { landmark: at, rows: 0, attained: 0 };
    seen.rows++;
    seen.attained += label?.[row] ?? 0;
    byLandmark.set(at, seen);
  });
  return [...byLandmark.values()].sort((a, b) => a.landmark - b.landmark);
};

/** Each at least `minImportance` of the model. */
export const importantStreams = ({ features }: FeaturePlan, { report }: TrainedPropensity): string[] => {
  const byProvider = new Map<string, number>();
  features.forEach(({ provider }, f) => {
    byProvider.set(provider, (byProvider.get(provider) ?? 0) + report.features[f]!.importance);
  });
  return [...byProvider].flatMap(([provider, share]) => (share >= minImportance ? [provider] : []));
};
