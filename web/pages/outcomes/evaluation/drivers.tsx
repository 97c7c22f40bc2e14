// Why? What the model looks at, in which direction, and what comes of people for each of its values.

import { useMemo, useState } from "react";
import { type Direction, directionLabels, directionOf } from "../../../../src/words/directions.js";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { SelectField } from "../../../ui/field.js";
import { formatCounted, formatPercent, formatPoints } from "../../../ui/format.js";
import { Panel } from "../../../ui/panel.js";
import { type Analysis, type Feature, meanProbability } from "./analysis.js";
import { Effect } from "./effect.js";
import styles from "./evaluation.module.css";

const mostShown = 12;
/** A share below this shows as nought. */
const leastImportance = 0.0005;

export const Why = ({ analysis, name }: { analysis: Analysis; name: string }) => {
  const features = useMemo(
    () =>
      analysis.overall_features.recognized_individuals.filter(
        ({ importance }) => importance >= leastImportance,
      ),
    [analysis],
  );
  const [chosen, setChosen] = useState(features[0]?.name);
  const feature = features.find((one) => one.name === chosen) ?? features[0];
  if (!feature)
    return (
      <Panel title="Why?">
        <p>
          It looks at nothing: everybody is given the same probability, because no feature could be shown to
          help.
        </p>
      </Panel>
    );
  return (
    <Panel title="Why?">
      <div className={styles.figures}>
        <Importances features={features} name={name} />
        <div className={styles.tried}>
          <SelectField
            label="The effect of"
            value={feature.name}
            onChange={setChosen}
            choices={features.map((one) => ({ value: one.name, label: one.literate }))}
          />
          <Effect feature={feature} mean={meanProbability(analysis)} name={name} />
        </div>
      </div>
      <p className="small soft">
        All of this describes people as they are. It does not say that changing a feature would change what
        people do.
      </p>
    </Panel>
  );
};

const Importances = ({ features, name }: { features: readonly Feature[]; name: string }) => {
  const shown = useMemo(() => features.slice(0, mostShown), [features]);
  const sketch = useMemo(() => sketchOf(shown), [shown]);
  const rest = features.length - shown.length;
  return (
    <Figure
      title="What it looks at"
      about={`A feature’s share is how much of the model’s gain is due to it. ↗: the higher, the likelier; ↘: the higher, the less likely; ↕: it depends.${rest > 0 ? ` ${formatCounted(rest, "more feature has", "more features have")} a smaller share; the table has all.` : ""}`}
      summary={`Most of all ${features[0]!.literate}: ${directionLabels[directionOf(features[0]!.directionality)]}.`}
      rows={features}
      columns={[
        { header: "Feature", value: ({ literate }) => literate },
        {
          header: "Share",
          value: ({ importance }) => importance,
          text: ({ importance }) => formatPercent(importance),
        },
        { header: "Direction", value: ({ directionality }) => directionLabels[directionOf(directionality)] },
        {
          header: "At its lowest",
          value: ({ directionality }) => directionality[0]?.impact,
          text: endText(0),
        },
        {
          header: "At its highest",
          value: ({ directionality }) => directionality.at(-1)?.impact,
          text: endText(-1),
        },
        { header: "Name", value: (feature) => feature.name },
      ]}
      fileName={`${name} features`}
      height={24 + 36 * shown.length}
      sketch={sketch}
    />
  );
};

const endText =
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

/** The name of a feature stands above its bar, for it may be long. */
const sketchOf =
  (features: readonly Feature[]): Sketch =>
  (plot, width) => {
    const order = features.map(({ name }) => name);
    const colour = ({ directionality }: Feature) => colours[directionOf(directionality)];
    const most = Math.max(...features.map(({ importance }) => importance));
    const room = Math.max(10, Math.floor(width / 7.5));
    const label = ({ literate, directionality }: Feature) =>
      `${signs[directionOf(directionality)]} ${literate.length > room ? `${literate.slice(0, room - 1)}…` : literate}`;
    return {
      marginLeft: 4,
      marginRight: 52,
      marginTop: 20,
      marginBottom: 4,
      x: { axis: null, domain: [0, most] },
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
              `${literate}\n${formatPercent(importance)}; ${directionLabels[directionOf(directionality)]}`,
            ...tipLook,
          }),
        ),
      ],
    };
  };
