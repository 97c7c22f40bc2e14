// Drivers of a prediction: the inputs that matter most, their direction, and the probability and rate at each
// of their values.

import { useMemo, useState } from "react";
import { binLabel, type Direction, directionLabels, directionOf } from "../../../../src/words/directions.js";
import { capitalized, listed } from "../../../../src/words/plural.js";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { SelectField } from "../../../ui/field.js";
import { formatCounted, formatPercent, formatPoints, reader } from "../../../ui/format.js";
import { Fold } from "../../../ui/panel.js";
import { type EvaluationProps, type Feature, meanProbability } from "./analysis.js";
import styles from "./evaluation.module.css";

const maxShown = 12;
/** A smaller importance would be shown as 0. */
const minImportance = 0.0005;

export const Drivers = ({ analysis, name }: EvaluationProps) => {
  const features = useMemo(
    () =>
      analysis.overall_features.recognized_individuals.filter(
        ({ importance }) => importance >= minImportance,
      ),
    [analysis],
  );
  const [chosen, setChosen] = useState(features[0]?.name);
  const feature = features.find((one) => one.name === chosen) ?? features[0];
  if (!feature)
    return (
      <Fold title="Drivers" finding="No input improves the prediction.">
        <p>The model gives everyone the same probability, because no input improves the prediction.</p>
      </Fold>
    );
  return (
    <Fold
      title="Drivers"
      finding={`What matters most: ${listed(features.slice(0, 3).map(({ literate }) => literate))}.`}
    >
      <div className={styles.figures}>
        <Importances features={features} name={name} />
        <div className={styles.chosen}>
          <SelectField
            label="Input"
            value={feature.name}
            onChange={setChosen}
            choices={features.map((one) => ({ value: one.name, label: one.literate }))}
          />
          <Effect feature={feature} mean={meanProbability(analysis)} name={name} />
        </div>
      </div>
      <p className="small soft">
        These figures describe associations, not causes: changing an input need not change what people do.
      </p>
    </Fold>
  );
};

const Importances = ({ features, name }: { features: readonly Feature[]; name: string }) => {
  const shown = useMemo(() => features.slice(0, maxShown), [features]);
  const sketch = useMemo(() => importanceSketch(shown), [shown]);
  const rest = features.length - shown.length;
  const [first] = features as [Feature];
  return (
    <Figure
      title="Most important inputs"
      about={`Importance is an input’s share of the model’s gain. ↗ higher values, higher probability; ↘ higher values, lower probability; ↕ depends on the value.${rest > 0 ? ` ${formatCounted(rest, "less important input is", "less important inputs are")} only in the table.` : ""}`}
      summary={`Most important: ${first.literate} (${formatPercent(first.importance)}; ${directionLabels[directionOf(first.directionality)]}).`}
      rows={features}
      columns={[
        { header: "Input", value: ({ literate }) => literate },
        {
          header: "Importance",
          value: ({ importance }) => importance,
          text: ({ importance }) => formatPercent(importance),
        },
        { header: "Direction", value: ({ directionality }) => directionLabels[directionOf(directionality)] },
        {
          header: "Effect of the lowest values",
          value: ({ directionality }) => directionality[0]?.impact,
          text: impactText(0),
        },
        {
          header: "Effect of the highest values",
          value: ({ directionality }) => directionality.at(-1)?.impact,
          text: impactText(-1),
        },
        { header: "Name in the API", value: (feature) => feature.name },
      ]}
      fileName={`${name} features`}
      height={24 + 36 * shown.length}
      sketch={sketch}
    />
  );
};

/** The difference from the mean probability, at the first or the last bin of values. */
const impactText =
  (end: 0 | -1) =>
  ({ directionality }: Feature): string => {
    const bin = directionality.at(end);
    return bin ? formatPoints(bin.impact) : "";
  };

const colours: Record<Direction, string> = {
  up: "var(--series-1)",
  down: "var(--series-2)",
  both: "var(--series-3)",
  none: "var(--series-5)",
};
const signs: Record<Direction, string> = { up: "↗", down: "↘", both: "↕", none: "–" };

/** The name of an input is above its bar, because it may be long. */
const importanceSketch =
  (features: readonly Feature[]): Sketch =>
  (plot, width) => {
    const order = features.map(({ name }) => name);
    const colour = ({ directionality }: Feature) => colours[directionOf(directionality)];
    const max = Math.max(...features.map(({ importance }) => importance));
    const room = Math.max(10, Math.floor(width / 7.5));
    const label = ({ literate, directionality }: Feature) =>
      `${signs[directionOf(directionality)]} ${literate.length > room ? `${literate.slice(0, room - 1)}…` : literate}`;
    return {
      marginLeft: 4,
      marginRight: 52,
      marginTop: 20,
      marginBottom: 4,
      x: { axis: null, domain: [0, max] },
      y: { axis: null, domain: order, paddingInner: 0.72, paddingOuter: 0.2 },
      marks: [
        plot.barX(features, { y: "name", x: "importance", fill: colour }),
        plot.text(features, {
          y: "name",
          x: 0,
          text: label,
          textAnchor: "start",
          dy: -14,
          fontSize: 12,
          fill: "var(--ink)",
        }),
        plot.text(features, {
          y: "name",
          x: "importance",
          text: ({ importance }: Feature) => formatPercent(importance),
          textAnchor: "start",
          dx: 6,
          fontSize: 12,
        }),
        plot.tip(
          features,
          plot.pointerY({
            x: "importance",
            y: "name",
            title: ({ literate, importance, directionality }: Feature) =>
              `${literate}\nImportance ${formatPercent(importance)}; ${directionLabels[directionOf(directionality)]}`,
            ...tipLook,
          }),
        ),
      ],
    };
  };

interface ValueRange {
  /** Position on the axis. */
  place: number;
  values: string;
  /** As a share. */
  people: number;
  predicted: number;
  impact: number;
  actual: number;
}

/** The mean probability and the actual rate of people at each value of one input. */
const Effect = ({ feature, mean, name }: { feature: Feature; mean: number; name: string }) => {
  const ranges = useMemo(() => rangesOf(feature, mean), [feature, mean]);
  const sketch = useMemo(() => effectSketch(ranges, mean), [ranges, mean]);
  return (
    <Figure
      title={`Probability by ${feature.literate}`}
      about="Bar: mean probability; dot: actual rate, larger for more people; dashed: mean probability of all people."
      summary={`${capitalized(directionLabels[directionOf(feature.directionality)])}.`}
      rows={ranges}
      columns={[
        { header: "Values", value: ({ values }) => values },
        {
          header: "Share of people",
          value: ({ people }) => people,
          text: ({ people }) => formatPercent(people),
        },
        {
          header: "Mean probability",
          value: ({ predicted }) => predicted,
          text: ({ predicted }) => formatPercent(predicted),
        },
        {
          header: "Difference from the mean",
          value: ({ impact }) => impact,
          text: ({ impact }) => formatPoints(impact),
        },
        {
          header: "Actual rate",
          value: ({ actual }) => actual,
          text: ({ actual }) => formatPercent(actual),
        },
      ]}
      fileName={`${name} by ${feature.name}`}
      height={340}
      sketch={sketch}
    />
  );
};

const rangesOf = ({ directionality }: Feature, mean: number): ValueRange[] =>
  directionality.map((bin, place) => ({
    place,
    values: binLabel(bin, reader),
    people: bin.density,
    predicted: mean + bin.impact,
    impact: bin.impact,
    actual: bin.actual_rate,
  }));

const effectSketch =
  (ranges: readonly ValueRange[], mean: number): Sketch =>
  (plot) => ({
    marginLeft: 52,
    marginBottom: 96,
    x: {
      type: "band",
      label: null,
      tickSize: 0,
      tickRotate: ranges.length > 4 ? -40 : 0,
      tickFormat: (place: number) => ranges[place]?.values ?? "",
    },
    y: { label: "Probability and rate", tickFormat: formatPercent, grid: true, zero: true, ticks: 5 },
    r: { range: [0, 7], domain: [0, Math.max(...ranges.map(({ people }) => people))] },
    marks: [
      plot.barY(ranges, { x: "place", y: "predicted", fill: "var(--series-1)", fillOpacity: 0.55 }),
      plot.dot(ranges, {
        x: "place",
        y: "actual",
        r: "people",
        fill: "var(--series-2)",
        stroke: "var(--paper)",
      }),
      plot.ruleY([mean], { stroke: "var(--ink-soft)", strokeDasharray: "5 4" }),
      plot.ruleY([0], { stroke: "var(--line-strong)" }),
      plot.tip(
        ranges,
        plot.pointerX({
          x: "place",
          y: "predicted",
          title: ({ values, people, predicted, actual }: ValueRange) =>
            `${values}: ${formatPercent(people)} of people\nMean probability ${formatPercent(predicted)}\nActual rate ${formatPercent(actual)}`,
          ...tipLook,
        }),
      ),
    ],
  });
