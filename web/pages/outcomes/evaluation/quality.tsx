// Ranking quality of a prediction: its deciles, its lift and its ROC curve.

import { IntervalFigure } from "../../../charts/interval-figure.js";
import { formatCount, formatNumber, formatPercent, formatRatio } from "../../../ui/format.js";
import { Panel } from "../../../ui/panel.js";
import { baseRate, type Decile, type EvaluationProps } from "./analysis.js";
import { Lift, Roc } from "./curves.js";
import styles from "./evaluation.module.css";

export const Quality = ({ analysis, name }: EvaluationProps) => {
  const { roc_curve, roc_auc, lift_curve } = analysis.overall_performance.recognized_individuals;
  return (
    <Panel title="Ranking quality">
      <Deciles analysis={analysis} name={name} />
      <div className={styles.figures}>
        <Lift points={lift_curve} name={name} />
        <Roc points={roc_curve} auc={roc_auc} bounds={analysis.intervals.model?.auc} name={name} />
      </div>
    </Panel>
  );
};

const rateOf = ({ attained, people }: Decile): number => attained / people;

const Deciles = ({ analysis, name }: EvaluationProps) => {
  const average = baseRate(analysis);
  const { deciles } = analysis;
  const [first, last] = [deciles[0], deciles.at(-1)];
  return (
    <IntervalFigure
      title="Predicted and actual rate by decile"
      about="Decile 1 holds the people with the highest probabilities."
      summary={
        first && last
          ? `Actual rate: ${formatPercent(rateOf(first))} in decile 1, ${formatPercent(rateOf(last))} in decile ${deciles.length}, ${formatPercent(average)} on average.`
          : ""
      }
      isAcross
      rows={deciles}
      label={{ header: "Decile", of: (decile) => String(deciles.indexOf(decile) + 1) }}
      interval={(decile) => ({
        value: rateOf(decile),
        low: decile.rate_low,
        high: decile.rate_high,
        other: decile.expected / decile.people,
      })}
      value="Actual rate"
      other="Predicted rate"
      show={formatPercent}
      reference={{ value: average, label: `average rate, ${formatPercent(average)}` }}
      columns={[
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        {
          header: "Probabilities",
          value: ({ lowest, highest }) => `${lowest} to ${highest}`,
          text: ({ lowest, highest }) => `${formatPercent(lowest)} to ${formatPercent(highest)}`,
        },
        {
          header: "Expected",
          value: ({ expected }) => expected,
          text: ({ expected }) => formatNumber(expected),
        },
        {
          header: "Actual",
          value: ({ attained }) => attained,
          text: ({ attained }) => formatCount(attained),
        },
        {
          header: "Lift",
          value: (decile) => rateOf(decile) / average,
          text: (decile) => formatRatio(rateOf(decile) / average),
        },
      ]}
      fileName={`${name} by decile`}
      height={300}
    />
  );
};
