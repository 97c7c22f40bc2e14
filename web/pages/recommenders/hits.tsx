// How many people took what they were recommended on their next visit, by each way to recommend.

import { useMemo, useState } from "react";
import type { Schemas } from "../../api/client.js";
import { Figure } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { SelectField } from "../../ui/field.js";
import { formatShare } from "../../ui/format.js";
import { candidateOrder, candidateWords, type Metric, metricWords } from "./words.js";

type Analysis = Schemas["RecommenderAnalysis"];

interface Row {
  name: string;
  isUsed: boolean;
  value: number;
  low: number;
  high: number;
}

export const Hits = ({ analysis }: { analysis: Analysis }) => {
  const [metric, setMetric] = useState<Metric>("hit_rate_3");
  const rows = useMemo(() => rowsOf(analysis, metric), [analysis, metric]);
  const sketch = useMemo<Sketch>(() => intervalsOf(rows), [rows]);
  const used = rows.find(({ isUsed }) => isUsed);
  return (
    <>
      <SelectField
        label="Counted as right"
        value={metric}
        onChange={setMetric}
        choices={Object.entries(metricWords).map(([value, label]) => ({ value: value as Metric, label }))}
      />
      <Figure
        title={metricWords[metric]}
        about="Share of the people tested who took it on their next visit. The line is where the share would be in 95 of 100 such tests; the filled one is used."
        summary={used ? `${used.name} is used, with ${formatShare(used.value)}.` : ""}
        rows={rows}
        columns={[
          { header: "Recommended by", value: ({ name }) => name },
          { header: "Share", value: ({ value }) => value, text: ({ value }) => formatShare(value) },
          { header: "At least", value: ({ low }) => low, text: ({ low }) => formatShare(low) },
          { header: "At most", value: ({ high }) => high, text: ({ high }) => formatShare(high) },
        ]}
        fileName="recommender-hit-rates"
        height={rows.length * 38 + 40}
        sketch={sketch}
      />
    </>
  );
};

const rowsOf = ({ candidates, used }: Analysis, metric: Metric): Row[] =>
  candidateOrder.flatMap((candidate) => {
    const scores = candidates[candidate];
    return scores
      ? [{ name: candidateWords[candidate].name, isUsed: candidate === used, ...scores[metric] }]
      : [];
  });

const intervalsOf =
  (rows: readonly Row[]): Sketch =>
  ({ dot, ruleY, text }, width) => ({
    marginLeft: Math.min(160, width * 0.4),
    marginRight: 56,
    x: { domain: [0, 1], label: null, grid: true, tickFormat: formatShare, ticks: width < 500 ? 3 : 6 },
    y: { domain: rows.map(({ name }) => name), label: null, tickSize: 0 },
    marks: [
      ruleY(rows, { y: "name", x1: "low", x2: "high", stroke: "var(--series-1)", strokeWidth: 2 }),
      dot(rows, {
        x: "value",
        y: "name",
        r: 5,
        stroke: "var(--series-1)",
        strokeWidth: 2,
        fill: ({ isUsed }: Row) => (isUsed ? "var(--series-1)" : "var(--paper)"),
      }),
      text(rows, {
        x: "high",
        y: "name",
        text: ({ value }: Row) => formatShare(value),
        textAnchor: "start",
        dx: 8,
        fill: "var(--ink-soft)",
      }),
    ],
  });
