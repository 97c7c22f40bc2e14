// The share of each group among all training rows and among those that converted.

import { PairFigure } from "../../../charts/pair-figure.js";
import { formatCount, formatPercent } from "../../../ui/format.js";
import type { Bias } from "./analysis.js";

interface Part {
  name: string;
  rows: number;
  ofAll: number;
  ofConverted: number;
}

export const LearnedFrom = ({ data, name }: { data: Bias["data"]; name: string }) => {
  const parts = partsOf(data);
  const [widest] = parts.toSorted((a, b) => gap(b) - gap(a));
  if (!widest) return null;
  return (
    <PairFigure
      title="Training data by group"
      about="Where the two lie apart, the groups convert at different rates."
      summary={`Farthest apart: ${widest.name}, ${formatPercent(widest.ofAll)} of all rows and ${formatPercent(widest.ofConverted)} of those that converted.`}
      rows={parts}
      label="Group"
      ring={{ header: "Share of all rows", of: ({ ofAll }) => ofAll }}
      dot={{ header: "Share of rows that converted", of: ({ ofConverted }) => ofConverted }}
      axis="Share"
      show={formatPercent}
      columns={[{ header: "Rows", value: ({ rows }) => rows, text: ({ rows }) => formatCount(rows) }]}
      fileName={`${name} training data`}
    />
  );
};

const gap = ({ ofAll, ofConverted }: Part): number => Math.abs(ofConverted - ofAll);

/** Values without rows are left out. */
const partsOf = ({ age, gender, traits }: Bias["data"]): Part[] =>
  [{ ...age, dimension: "age" }, { ...gender, dimension: "gender" }, ...traits].flatMap(
    ({ dimension, candidates, positives }) =>
      candidates
        .filter(({ rows }) => rows > 0)
        .map(({ value, rows, share }) => ({
          name: `${dimension} ${value}`,
          rows,
          ofAll: share,
          ofConverted: positives.find((part) => part.value === value)?.share ?? 0,
        })),
  );
