// Importance of features by tenure. New customers have little history, so the model relies on other features for them.

import type { Feature, FeaturePlan } from "../../domain/outcome/features/plan.js";
import type { FeatureImportance, TenureFeatures } from "../../domain/outcome/outcome.js";
import { type TenureGroup, tenureGroups } from "../../model/evaluation/evaluation.js";
import { directionBins } from "../../model/explain/directions.js";
import { permutationImportance } from "../../model/explain/permutation-importance.js";
import { predictPropensity } from "../../model/propensity/model.js";
import type { TrainedPropensity } from "../../model/propensity/train.js";

/** Less important features are skipped: each costs a prediction for every person of the test. */
const minImportance = 0.0005;
const maxMeasured = 40;
const maxListed = 10;

/** The shortest tenure first, each with its most important features. Tenures are in days, NaN where unknown. */
export const importanceByTenure = (
  plan: FeaturePlan,
  learned: TrainedPropensity,
  tenureDays: Float32Array | null,
  seed: number,
): TenureFeatures[] => {
  if (tenureDays === null) return [];
  const model = { columns: learned.test.columns, predict: predictorOf(learned) };
  const places = measuredPlaces(learned);
  return tenureGroups(tenureDays, learned.test.label).map((group) => {
    const shares = permutationImportance(model, group.rows, places, seed);
    const important = places
      .map((place, i) => ({ place, importance: shares[i]! }))
      .filter(({ importance }) => importance > 0)
      .sort((a, b) => b.importance - a.importance || a.place - b.place)
      .slice(0, maxListed);
    return {
      tenure_start: group.start,
      tenure_end: group.end,
      features: important.map(({ place, importance }) =>
        describe(plan.features[place]!, place, importance, group, learned),
      ),
    };
  });
};

/** Columns of the features to measure, the most important first. */
const measuredPlaces = ({ report }: TrainedPropensity): number[] =>
  report.features
    .map(({ importance }, place) => ({ place, importance }))
    .filter(({ importance }) => importance >= minImportance)
    .sort((a, b) => b.importance - a.importance || a.place - b.place)
    .slice(0, maxMeasured)
    .map(({ place }) => place);

const predictorOf =
  ({ model }: TrainedPropensity) =>
  (columns: Float32Array[]): Float64Array => {
    const rows = columns[0]?.length ?? 0;
    return predictPropensity(model, {
      rows,
      personId: new BigInt64Array(rows),
      landmark: new Float64Array(rows),
      label: null,
      names: model.features,
      columns,
    });
  };

const describe = (
  { name, literate, type }: Feature,
  place: number,
  importance: number,
  { rows }: TenureGroup,
  { test }: TrainedPropensity,
): FeatureImportance => ({
  name,
  literate,
  importance,
  directionality: directionBins(
    type,
    Float32Array.from(rows, (row) => test.columns[place]![row]!),
    Float64Array.from(rows, (row) => test.probability[row]!),
    Uint8Array.from(rows, (row) => test.label[row]!),
  ),
});
