// What the model looks at in people of each span of tenure: newcomers have little past, so other features must speak for them.

import type { Feature, FeaturePlan } from "../../domain/features/plan.js";
import type { FeatureImportance, TenureFeatures } from "../../domain/outcome.js";
import { type TenureGroup, tenureGroups } from "../../model/evaluation/evaluation.js";
import { directionBins } from "../../model/explain/directions.js";
import { permutationImportance } from "../../model/explain/permutation-importance.js";
import { predictPropensity } from "../../model/propensity/model.js";
import type { TrainedPropensity } from "../../model/propensity/train.js";

/** Less important features are not asked about: each costs a prediction of everybody. */
const leastShare = 0.0005;
const mostAsked = 40;
const mostTold = 10;

/** Shortest tenure first, and in each the features that matter most. Tenures in days, NaN where not known. */
export const importanceByTenure = (
  plan: FeaturePlan,
  learned: TrainedPropensity,
  tenureDays: Float32Array | null,
  seed: number,
): TenureFeatures[] => {
  if (tenureDays === null) return [];
  const asked = { columns: learned.test.columns, predict: predictorOf(learned) };
  const places = placesAsked(learned);
  return tenureGroups(tenureDays, learned.test.label).map((group) => {
    const shares = permutationImportance(asked, group.rows, places, seed);
    const told = places
      .map((place, i) => ({ place, importance: shares[i]! }))
      .filter(({ importance }) => importance > 0)
      .sort((a, b) => b.importance - a.importance || a.place - b.place)
      .slice(0, mostTold);
    return {
      tenure_start: group.start,
      tenure_end: group.end,
      features: told.map(({ place, importance }) =>
        describe(plan.features[place]!, place, importance, group, learned),
      ),
    };
  });
};

/** The most important first. */
const placesAsked = ({ report }: TrainedPropensity): number[] =>
  report.features
    .map(({ importance }, place) => ({ place, importance }))
    .filter(({ importance }) => importance >= leastShare)
    .sort((a, b) => b.importance - a.importance || a.place - b.place)
    .slice(0, mostAsked)
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
