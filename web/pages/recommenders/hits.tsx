// The share of people whose next choice was among their recommendations, by candidate.

import { useState } from "react";
import type { Schemas } from "../../api/client.js";
import { IntervalFigure } from "../../charts/interval-figure.js";
import { SelectField } from "../../ui/field.js";
import { formatPercent } from "../../ui/format.js";
import { candidateOrder, candidateWords, type Metric, metricWords } from "./words.js";

type Analysis = Schemas["RecommenderAnalysis"];

export const Hits = ({ analysis }: { analysis: Analysis }) => {
  const [metric, setMetric] = useState<Metric>("hit_rate_3");
  const rows = rowsOf(analysis, metric);
  const used = rows.find(({ isUsed }) => isUsed);
  return (
    <>
      <SelectField
        label="Counted as right"
        value={metric}
        onChange={setMetric}
        choices={Object.entries(metricWords).map(([value, label]) => ({ value: value as Metric, label }))}
      />
      <IntervalFigure
        title={metricWords[metric]}
        about="The share of tested people who chose it on their next visit."
        summary={used ? `${used.name} is used, with ${formatPercent(used.value)}.` : ""}
        rows={rows}
        label={{ header: "Candidate", of: ({ name, isUsed }) => (isUsed ? `${name} (used)` : name) }}
        interval={(row) => row}
        value="Share of people"
        show={formatPercent}
        color={({ isUsed }) => (isUsed ? "var(--series-1)" : "var(--series-5)")}
        fileName="recommender-hit-rates"
      />
    </>
  );
};

const rowsOf = ({ candidates, used }: Analysis, metric: Metric) =>
  candidateOrder.flatMap((candidate) => {
    const scores = candidates[candidate];
    return scores
      ? [{ name: candidateWords[candidate].name, isUsed: candidate === used, ...scores[metric] }]
      : [];
  });
