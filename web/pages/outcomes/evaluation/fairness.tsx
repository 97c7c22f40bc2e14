// Fairness of a prediction: selection and calibration by group, the groups in the training data, and the cost
// of reducing bias.

import { dimensionList, mitigationMeanings } from "../../../../src/words/evaluation.js";
import { findingText } from "../../../../src/words/fairness.js";
import { metrics, showMetric } from "../../../../src/words/labels.js";
import { listed } from "../../../../src/words/plural.js";
import type { FigureColumn } from "../../../charts/figure.js";
import { IntervalFigure } from "../../../charts/interval-figure.js";
import { PairFigure } from "../../../charts/pair-figure.js";
import { formatCount, formatCounted, formatPercent, formatRatio, reader } from "../../../ui/format.js";
import type { Bias } from "./analysis.js";
import styles from "./evaluation.module.css";

export const Fairness = ({ bias, name }: { bias: Bias; name: string }) => (
  <>
    <h3>Fairness</h3>
    <p>
      Groups by {dimensionList(bias.traits)}, from today’s values. People in the top{" "}
      {formatPercent(bias.top_share)} count as selected.
    </p>
    {bias.findings.length === 0 ? (
      <p>No difference between groups is beyond chance.</p>
    ) : (
      <ul className={styles.findings}>
        {bias.findings.map((finding) => (
          <li key={finding}>{findingText(finding, reader)}</li>
        ))}
      </ul>
    )}
    <GroupFigures bias={bias} name={name} />
    <TrainingGroups data={bias.data} name={name} />
    <p className="small soft">
      If groups convert at different rates, no model can have correct probabilities, equal selection rates and
      equal true positive rates at once. Decide which of them matters to you.
    </p>
    {bias.mitigation && <Mitigation mitigation={bias.mitigation} name={name} />}
  </>
);

type Group = Bias["subpopulations"][number];

/** Groups by one trait. Those with too few people are only in the tables. */
const GroupFigures = ({ bias, name }: { bias: Bias; name: string }) => {
  const single = bias.subpopulations.filter(({ dimensions }) => Object.keys(dimensions).length === 1);
  const drawn = single.filter(({ is_enough }) => is_enough);
  const few = single.length - drawn.length;
  if (drawn.length === 0) return null;
  const omitted =
    few > 0 ? `${formatCounted(few, "group has", "groups have")} too few people: see the table.` : "";
  return (
    <div className={styles.figures}>
      <IntervalFigure
        title="Selection by group"
        about={`A group’s share of the selected people, relative to its share of all people. ${omitted}`}
        summary={farthest(drawn)}
        rows={single}
        drawn={drawn}
        label={{ header: "Group", of: (group) => group.name }}
        interval={({ selection_ratio: ratio }) => ratio}
        value="Selection ratio"
        show={formatRatio}
        reference={{ value: 1, label: "in proportion" }}
        color={({ selection_ratio: { low, high } }) =>
          low > 1 || high < 1 ? "var(--series-2)" : "var(--series-1)"
        }
        columns={selectionColumns}
        fileName={`${name} selection`}
      />
      <IntervalFigure
        title="Predicted and actual rate by group"
        about={omitted}
        summary={`In ${drawn.filter(isCalibrated).length} of ${formatCounted(drawn.length, "group")}, the predicted rate lies within the 95 % interval of the actual rate.`}
        rows={single}
        drawn={drawn}
        label={{ header: "Group", of: (group) => group.name }}
        interval={({ actual_rate, mean_probability }) => ({ ...actual_rate, other: mean_probability })}
        value="Actual rate"
        other="Predicted rate"
        show={formatPercent}
        columns={[peopleColumn]}
        fileName={`${name} by group`}
      />
    </div>
  );
};

const peopleColumn: FigureColumn<Group> = {
  header: "People",
  value: ({ people }) => people,
  text: ({ people }) => formatCount(people),
};

const selectionColumns: FigureColumn<Group>[] = [
  peopleColumn,
  { header: "Share of people", value: ({ share }) => share, text: ({ share }) => formatPercent(share) },
  { header: "Enough people", value: ({ is_enough }) => (is_enough ? "yes" : "no") },
  {
    header: "True positive rate",
    value: ({ true_positive_rate: rate }) => rate.value,
    text: ({ true_positive_rate: rate }) => reader.withRange(rate.value, rate, formatPercent),
  },
];

const isCalibrated = ({ actual_rate, mean_probability: predicted }: Group): boolean =>
  actual_rate.low <= predicted && predicted <= actual_rate.high;

const farthest = (groups: readonly Group[]): string => {
  const [first] = groups.toSorted(
    (a, b) => Math.abs(b.selection_ratio.value - 1) - Math.abs(a.selection_ratio.value - 1),
  );
  const { name, selection_ratio: ratio } = first!;
  return `Farthest from 1: ${name}, ${reader.withInterval(ratio.value, ratio, formatRatio)}.`;
};

interface TrainingGroup {
  name: string;
  rows: number;
  ofAll: number;
  ofConverted: number;
}

/** The share of each group among all training rows and among those that converted. */
const TrainingGroups = ({ data, name }: { data: Bias["data"]; name: string }) => {
  const groups = trainingGroups(data);
  const [widest] = groups.toSorted((a, b) => gap(b) - gap(a));
  if (!widest) return null;
  return (
    <PairFigure
      title="Training data by group"
      about="Where dot and ring differ, the group converts more or less often than average."
      summary={`Largest difference: ${widest.name}, ${formatPercent(widest.ofAll)} of all rows and ${formatPercent(widest.ofConverted)} of those that converted.`}
      rows={groups}
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

const gap = ({ ofAll, ofConverted }: TrainingGroup): number => Math.abs(ofConverted - ofAll);

/** Values without rows are left out. */
const trainingGroups = ({ age, gender, traits }: Bias["data"]): TrainingGroup[] =>
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

type MitigationResult = NonNullable<Bias["mitigation"]>;

/** The same test on the same people, without mitigation and with it. */
const Mitigation = ({ mitigation, name }: { mitigation: MitigationResult; name: string }) => {
  const { strategy, dimensions, selection_ratios: ratios } = mitigation;
  return (
    <>
      <h3>Cost of reducing bias</h3>
      <p>
        Bias by {listed(dimensions)} is reduced ({strategy}). {mitigationMeanings[strategy]} All other figures
        on this page are with mitigation. {costText(mitigation)}
      </p>
      <PairFigure
        title="Selection by group, without and with mitigation"
        about="A group’s share of the selected people, relative to its share of all people. Dashed: in proportion (1)."
        summary={ratios
          .map((group) => `${group.name}: ${formatRatio(group.without)}, then ${formatRatio(group.with)}`)
          .join("; ")}
        rows={ratios}
        label="Group"
        ring={{ header: "Without mitigation", of: ({ without }) => without }}
        dot={{ header: "With mitigation", of: (group) => group.with }}
        axis="Selection ratio"
        show={formatRatio}
        columns={[
          { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        ]}
        reference={1}
        fileName={`${name} mitigation`}
      />
    </>
  );
};

const costMetrics = metrics.filter(({ name }) => ["log_loss", "auc", "top_decile_lift"].includes(name));

const costText = (mitigation: MitigationResult): string =>
  `${costMetrics
    .map(({ name, label }) => {
      const show = showMetric(name, reader);
      return `${label}: ${show(mitigation.without[name] ?? 0)} without mitigation, ${show(mitigation.with[name] ?? 0)} with it`;
    })
    .join("; ")}.`;
