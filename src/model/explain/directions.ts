// Direction of a feature's effect: people are binned by its value, and the mean probability of each bin is
// compared with that of all people. It shows the model's probabilities for such people, not the effect of the
// feature alone.

import type { DirectionBin } from "../../domain/outcome/evaluation.js";

const maxBins = 10;

/** Lowest values first. Rows without a value (NaN) are in no bin. */
export const directionBins = (
  type: "number" | "boolean",
  column: Float32Array,
  probability: Float64Array,
  label: Uint8Array,
): DirectionBin[] => {
  const edges = upperEdges(column);
  const bins = edges.map(() => ({ people: 0, probability: 0, attained: 0, min: Infinity, max: -Infinity }));
  column.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    const bin = bins[edges.findIndex((edge) => value <= edge)]!;
    bin.people++;
    bin.probability += probability[row]!;
    bin.attained += label[row]!;
    bin.min = Math.min(bin.min, value);
    bin.max = Math.max(bin.max, value);
  });
  const mean = probability.reduce((sum, p) => sum + p, 0) / probability.length;
  return bins.map(({ people, attained, min, max, ...bin }) => {
    const figures = {
      density: people / label.length,
      impact: bin.probability / people - mean,
      actual_rate: attained / people,
    };
    return type === "boolean"
      ? { data_type: "boolean", value: max > 0, ...figures }
      : { data_type: "number", min, max, ...figures };
  });
};

/** The largest values of at most ten bins of about equal size; a value is in one bin only. */
const upperEdges = (column: Float32Array): number[] => {
  const sorted = column.filter((value) => !Number.isNaN(value)).sort();
  const deciles = Array.from(
    { length: maxBins },
    (_, k) => sorted[Math.ceil(((k + 1) * sorted.length) / maxBins) - 1],
  );
  return [...new Set(deciles.filter((value) => value !== undefined))];
};
