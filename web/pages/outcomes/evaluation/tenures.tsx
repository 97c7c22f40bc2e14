// How good the model is for newcomers and for people long known, and what it looks at in each.

import { useMemo } from "react";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { formatCount, formatPercent, formatRatio } from "../../../ui/format.js";
import type { Analysis } from "./analysis.js";
import { type Attention, attentionOf, type Tenure, tenuresOf } from "./tenure.js";

export const TenurePerformance = ({ analysis, name }: { analysis: Analysis; name: string }) => {
  const tenures = useMemo(() => tenuresOf(analysis), [analysis]);
  const overall = analysis.performance.model.auc ?? 0.5;
  const sketch = useMemo(() => performanceSketch(tenures, overall), [tenures, overall]);
  const [best, worst] = extremes(tenures);
  return (
    <Figure
      title="By how long people are known"
      about="A model can be good for people long known and useless for newcomers. Days are since the first event; AUC is how often the right one of two is ranked first. 0.5 is chance, the dashed line is everybody’s."
      summary={`AUC from ${worst.auc.toFixed(2)} for ${worst.span} to ${best.auc.toFixed(2)} for ${best.span}.`}
      rows={tenures}
      columns={[
        { header: "Known for", value: ({ span }) => span },
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        { header: "Rate", value: ({ rate }) => rate, text: ({ rate }) => formatPercent(rate) },
        { header: "AUC", value: ({ auc }) => auc, text: ({ auc }) => auc.toFixed(3) },
        {
          header: "Lift of the first tenth",
          value: ({ lift }) => lift,
          text: ({ lift }) => formatRatio(lift),
        },
      ]}
      fileName={`${name} by tenure`}
      height={80 + 52 * tenures.length}
      sketch={sketch}
    />
  );
};

const extremes = (tenures: readonly Tenure[]): [best: Tenure, worst: Tenure] => {
  const order = tenures.toSorted((a, b) => b.auc - a.auc);
  return [order[0]!, order.at(-1)!];
};

const performanceSketch =
  (tenures: readonly Tenure[], overall: number): Sketch =>
  (plot) => ({
    marginLeft: 64,
    marginRight: 24,
    marginBottom: 42,
    x: { label: "AUC", domain: [Math.min(0.4, ...tenures.map(({ auc }) => auc)), 1], grid: true, ticks: 6 },
    y: { label: "Days known", domain: tenures.map(({ shortSpan }) => shortSpan), padding: 0.5, tickSize: 0 },
    r: { range: [0, 10], domain: [0, Math.max(...tenures.map(({ people }) => people))] },
    marks: [
      plot.ruleX([0.5], { stroke: "var(--line-strong)" }),
      plot.ruleX([overall], { stroke: "var(--ink-soft)", strokeDasharray: "5 4" }),
      plot.ruleY(tenures, {
        y: "shortSpan",
        x1: 0.5,
        x2: "auc",
        stroke: "var(--series-1)",
        strokeWidth: 2,
        strokeOpacity: 0.55,
      }),
      plot.dot(tenures, { x: "auc", y: "shortSpan", r: "people", fill: "var(--series-1)" }),
      plot.tip(
        tenures,
        plot.pointerY({
          x: "auc",
          y: "shortSpan",
          title: ({ span, people, rate, auc }: Tenure) =>
            `Known for ${span}\n${formatCount(people)} people, of whom ${formatPercent(rate)} attained\nAUC ${auc.toFixed(3)}`,
          ...tipLook,
        }),
      ),
    ],
  });

export const TenureAttention = ({ analysis, name }: { analysis: Analysis; name: string }) => {
  const rows = useMemo(() => attentionOf(analysis), [analysis]);
  const sketch = useMemo(() => attentionSketch(rows), [rows]);
  if (rows.length === 0) return null;
  return (
    <Figure
      title="What it looks at in newcomers and others"
      about="How far people’s probabilities move when a feature’s values are dealt anew among them, as a part of how far they move for all features."
      summary={`Most of all ${rows[0]!.feature}.`}
      rows={rows}
      columns={[
        { header: "Feature", value: ({ feature }) => feature },
        { header: "Known for", value: ({ span }) => span },
        {
          header: "Share",
          value: ({ importance }) => importance,
          text: ({ importance }) => formatPercent(importance),
        },
      ]}
      fileName={`${name} features by tenure`}
      height={56 + rowHeight * new Set(rows.map(({ feature }) => feature)).size}
      sketch={sketch}
    />
  );
};

const rowHeight = 40;

const attentionSketch =
  (rows: readonly Attention[]): Sketch =>
  (plot, width) => {
    const most = Math.max(...rows.map(({ importance }) => importance));
    const labelWidth = Math.min(280, width * 0.5);
    return {
      marginLeft: labelWidth,
      marginTop: 44,
      marginBottom: 12,
      x: {
        label: "Days known",
        axis: "top",
        tickSize: 0,
        domain: [...new Set(rows.map(({ shortSpan }) => shortSpan))],
      },
      y: { label: null, domain: [...new Set(rows.map(({ feature }) => feature))], padding: 0.06 },
      marks: [
        plot.axisY({ tickSize: 0, fontSize: 11, lineWidth: labelWidth / 12, fill: "var(--ink)" }),
        plot.cell(rows, {
          x: "shortSpan",
          y: "feature",
          fill: "var(--series-1)",
          fillOpacity: ({ importance }: Attention) => 0.04 + (0.45 * importance) / most,
        }),
        plot.text(rows, {
          x: "shortSpan",
          y: "feature",
          text: ({ importance }: Attention) => (importance === 0 ? "–" : formatPercent(importance)),
          fill: "var(--ink)",
        }),
        plot.tip(
          rows,
          plot.pointer({
            x: "shortSpan",
            y: "feature",
            title: ({ feature, span, importance }: Attention) =>
              `${feature}\nPeople known for ${span}: ${formatPercent(importance)}`,
            ...tipLook,
          }),
        ),
      ],
    };
  };
