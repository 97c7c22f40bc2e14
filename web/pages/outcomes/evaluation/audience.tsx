// Performance of a prediction by audience: people with a short or a long history, and groups by age, gender
// and other traits.

import { useMemo } from "react";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { formatCount, formatPeople, formatPercent, formatRatio, reader } from "../../../ui/format.js";
import { Fold } from "../../../ui/panel.js";
import {
  type EvaluationProps,
  type Tenure,
  type TenureImportance,
  tenureImportances,
  tenuresOf,
} from "./analysis.js";
import styles from "./evaluation.module.css";
import { Fairness } from "./fairness.js";

export const Audience = ({ analysis, name }: EvaluationProps) => (
  <Fold title="Performance by audience" finding={audienceFinding(analysis)}>
    <Tenures analysis={analysis} name={name} />
    {analysis.bias ? (
      <Fairness bias={analysis.bias} name={name} />
    ) : (
      <p className="soft">
        Fairness is not reported, because no trait has people’s age or gender. To compare other groups, select
        their traits under “Fairness” when you edit the prediction.
      </p>
    )}
  </Fold>
);

const audienceFinding = (analysis: EvaluationProps["analysis"]): string => {
  const tenures = tenuresOf(analysis);
  if (tenures.length < 2) return "Everyone's history is about equally long.";
  const [best, worst] = extremes(tenures);
  return `Best for customers with a history of ${best.span}; worst for ${worst.span}.`;
};

const Tenures = ({ analysis, name }: EvaluationProps) =>
  analysis.tenure_performances.recognized_individuals.length < 2 ? (
    <p className="soft">
      Performance by tenure is not reported, because everyone’s history is about equally long.
    </p>
  ) : (
    <div className={styles.figures}>
      <TenurePerformance analysis={analysis} name={name} />
      <TenureFeatures analysis={analysis} name={name} />
    </div>
  );

const aucText = (auc: number): string => reader.fixed(auc, 3);

const TenurePerformance = ({ analysis, name }: EvaluationProps) => {
  const tenures = useMemo(() => tenuresOf(analysis), [analysis]);
  const overall = analysis.performance.model.auc ?? 0.5;
  const sketch = useMemo(() => performanceSketch(tenures, overall), [tenures, overall]);
  const [best, worst] = extremes(tenures);
  return (
    <Figure
      title="AUC by tenure"
      about="Tenure is the number of days since the first event. Dot: AUC, larger for more people; dashed: AUC of all people; solid: chance (0.5)."
      summary={`AUC from ${reader.fixed(worst.auc, 2)} for ${worst.span} to ${reader.fixed(best.auc, 2)} for ${best.span}.`}
      rows={tenures}
      columns={[
        { header: "Tenure", value: ({ span }) => span },
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        { header: "Actual rate", value: ({ rate }) => rate, text: ({ rate }) => formatPercent(rate) },
        { header: "AUC", value: ({ auc }) => auc, text: ({ auc }) => aucText(auc) },
        {
          header: "Lift in the top 10 %",
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
  const sorted = tenures.toSorted((a, b) => b.auc - a.auc);
  return [sorted[0]!, sorted.at(-1)!];
};

const performanceSketch =
  (tenures: readonly Tenure[], overall: number): Sketch =>
  (plot) => ({
    marginLeft: 84,
    marginRight: 24,
    marginBottom: 42,
    x: { label: "AUC", domain: [Math.min(0.4, ...tenures.map(({ auc }) => auc)), 1], grid: true, ticks: 6 },
    y: {
      label: "Tenure (days)",
      domain: tenures.map(({ shortSpan }) => shortSpan),
      padding: 0.5,
      tickSize: 0,
    },
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
            `Tenure ${span}\n${formatPeople(people)}, actual rate ${formatPercent(rate)}\nAUC ${aucText(auc)}`,
          ...tipLook,
        }),
      ),
    ],
  });

const TenureFeatures = ({ analysis, name }: EvaluationProps) => {
  const rows = useMemo(() => tenureImportances(analysis), [analysis]);
  const sketch = useMemo(() => importanceSketch(rows), [rows]);
  if (rows.length === 0) return null;
  return (
    <Figure
      title="Most important inputs by tenure"
      about="Importance is how much the probabilities change when an input’s values are permuted among people, as a share of the change for all inputs."
      summary={`Most important: ${rows[0]!.feature}.`}
      rows={rows}
      columns={[
        { header: "Input", value: ({ feature }) => feature },
        { header: "Tenure", value: ({ span }) => span },
        {
          header: "Importance",
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

const importanceSketch =
  (rows: readonly TenureImportance[]): Sketch =>
  (plot, width) => {
    const max = Math.max(...rows.map(({ importance }) => importance));
    const labelWidth = Math.min(280, width * 0.42);
    return {
      marginLeft: labelWidth,
      marginTop: 44,
      marginBottom: 12,
      x: {
        label: "Tenure (days)",
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
          fillOpacity: ({ importance }: TenureImportance) => 0.04 + (0.45 * importance) / max,
        }),
        plot.text(rows, {
          x: "shortSpan",
          y: "feature",
          text: ({ importance }: TenureImportance) => (importance === 0 ? "–" : formatPercent(importance)),
          fill: "var(--ink)",
        }),
        plot.tip(
          rows,
          plot.pointer({
            x: "shortSpan",
            y: "feature",
            title: ({ feature, span, importance }: TenureImportance) =>
              `${feature}\nTenure ${span}: ${formatPercent(importance)}`,
            ...tipLook,
          }),
        ),
      ],
    };
  };
