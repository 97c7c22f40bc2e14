// One feature: for people of each of its values, what is foretold and what came.

import { useMemo } from "react";
import { binLabel, directionLabels, directionOf } from "../../../../src/words/directions.js";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { formatPercent, formatPoints, reader } from "../../../ui/format.js";
import type { Feature } from "./analysis.js";

interface Part {
  place: number;
  values: string;
  people: number;
  foretold: number;
  impact: number;
  realised: number;
}

export const Effect = ({ feature, mean, name }: { feature: Feature; mean: number; name: string }) => {
  const parts = useMemo(() => partsOf(feature, mean), [feature, mean]);
  const sketch = useMemo(() => sketchOf(parts, mean), [parts, mean]);
  return (
    <Figure
      title={`By ${feature.literate}`}
      about="Bars are the mean probability of people with such values, dots the rate at which they attained; a larger dot is more people. The dashed line is everybody’s probability."
      summary={`${directionLabels[directionOf(feature.directionality)]}.`}
      rows={parts}
      columns={[
        { header: "Values", value: ({ values }) => values },
        {
          header: "Share of the people",
          value: ({ people }) => people,
          text: ({ people }) => formatPercent(people),
        },
        {
          header: "Foretold",
          value: ({ foretold }) => foretold,
          text: ({ foretold }) => formatPercent(foretold),
        },
        {
          header: "Above everybody",
          value: ({ impact }) => impact,
          text: ({ impact }) => formatPoints(impact),
        },
        {
          header: "Realised",
          value: ({ realised }) => realised,
          text: ({ realised }) => formatPercent(realised),
        },
      ]}
      fileName={`${name} by ${feature.name}`}
      height={340}
      sketch={sketch}
    />
  );
};

const partsOf = ({ directionality }: Feature, mean: number): Part[] =>
  directionality.map((bin, place) => ({
    place,
    values: binLabel(bin, reader),
    people: bin.density,
    foretold: mean + bin.impact,
    impact: bin.impact,
    realised: bin.actual_rate,
  }));

const sketchOf =
  (parts: readonly Part[], mean: number): Sketch =>
  (plot) => ({
    marginLeft: 52,
    marginBottom: 96,
    x: {
      type: "band",
      label: null,
      tickSize: 0,
      tickRotate: parts.length > 4 ? -40 : 0,
      tickFormat: (place: number) => parts[place]?.values ?? "",
    },
    y: { label: "Probability and rate", tickFormat: formatPercent, grid: true, zero: true, ticks: 5 },
    r: { range: [0, 7], domain: [0, Math.max(...parts.map(({ people }) => people))] },
    marks: [
      plot.barY(parts, { x: "place", y: "foretold", fill: "var(--series-1)", fillOpacity: 0.55 }),
      plot.dot(parts, {
        x: "place",
        y: "realised",
        r: "people",
        fill: "var(--series-2)",
        stroke: "var(--paper)",
      }),
      plot.ruleY([mean], { stroke: "var(--ink-soft)", strokeDasharray: "5 4" }),
      plot.ruleY([0], { stroke: "var(--line-strong)" }),
      plot.tip(
        parts,
        plot.pointerX({
          x: "place",
          y: "foretold",
          title: ({ values, people, foretold, realised }: Part) =>
            `${values}: ${formatPercent(people)} of the people\nForetold ${formatPercent(foretold)}\nRealised ${formatPercent(realised)}`,
          ...tipLook,
        }),
      ),
    ],
  });
