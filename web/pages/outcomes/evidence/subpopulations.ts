// Groups of the tested people, drawn: how often each is selected for its share, and whether its probabilities are true.

import type { FigureColumn } from "../../../charts/columns.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { formatCount, formatShare } from "../../../ui/format.js";
import type { Bias } from "./analysis.js";
import { formatRatio, withBounds } from "./scorers.js";

export type Group = Bias["subpopulations"][number];

export const parityColumns: readonly FigureColumn<Group>[] = [
  { header: "Group", value: ({ name }) => name },
  { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
  { header: "Share", value: ({ share }) => share, text: ({ share }) => formatShare(share) },
  { header: "Enough to tell", value: ({ is_enough }) => (is_enough ? "yes" : "no") },
  {
    header: "Selected for its share",
    value: ({ selection_ratio }) => selection_ratio.value,
    text: ({ selection_ratio: ratio }) => withBounds(formatRatio, ratio.value, ratio),
  },
  { header: "Low", value: ({ selection_ratio }) => selection_ratio.low },
  { header: "High", value: ({ selection_ratio }) => selection_ratio.high },
  {
    header: "Found of those who attained",
    value: ({ true_positive_rate }) => true_positive_rate.value,
    text: ({ true_positive_rate: rate }) => withBounds(formatShare, rate.value, rate),
  },
];

/** Groups below each other, with room for their names. */
export const groupAxis = (groups: readonly { name: string }[], width: number) => ({
  marginLeft: Math.min(150, width * 0.4),
  marginRight: 24,
  marginBottom: 42,
  y: { label: null, domain: groups.map(({ name }) => name), padding: 0.5, tickSize: 0 },
});

const fill = ({ selection_ratio: { low, high } }: Group): string =>
  low > 1 || high < 1 ? "var(--series-2)" : "var(--series-1)";

export const paritySketch =
  (groups: readonly Group[]): Sketch =>
  (plot, width) => ({
    ...groupAxis(groups, width),
    x: { label: "Selected for its share", grid: true, zero: true, tickFormat: formatRatio, ticks: 5 },
    marks: [
      plot.ruleX([1], { stroke: "var(--ink-soft)", strokeDasharray: "5 4" }),
      plot.ruleY(groups, {
        y: "name",
        x1: ({ selection_ratio }: Group) => selection_ratio.low,
        x2: ({ selection_ratio }: Group) => selection_ratio.high,
        stroke: fill,
        strokeWidth: 3,
        strokeOpacity: 0.55,
      }),
      plot.dot(groups, { x: ({ selection_ratio }: Group) => selection_ratio.value, y: "name", fill, r: 5 }),
      plot.tip(
        groups,
        plot.pointerY({
          x: ({ selection_ratio }: Group) => selection_ratio.value,
          y: "name",
          title: ({ name, people, selection_ratio: ratio }: Group) =>
            `${name}, ${formatCount(people)} people\nSelected ${withBounds(formatRatio, ratio.value, ratio)} its share`,
          ...tipLook,
        }),
      ),
    ],
  });

export const realisedSketch =
  (groups: readonly Group[]): Sketch =>
  (plot, width) => ({
    ...groupAxis(groups, width),
    x: { label: "Rate", grid: true, zero: true, tickFormat: formatShare, ticks: 5 },
    marks: [
      plot.ruleY(groups, {
        y: "name",
        x1: ({ realised }: Group) => realised.low,
        x2: ({ realised }: Group) => realised.high,
        stroke: "var(--series-1)",
        strokeWidth: 3,
        strokeOpacity: 0.55,
      }),
      plot.dot(groups, {
        x: ({ realised }: Group) => realised.value,
        y: "name",
        fill: "var(--series-1)",
        r: 5,
      }),
      plot.dot(groups, {
        x: "mean_probability",
        y: "name",
        stroke: "var(--series-2)",
        strokeWidth: 2.5,
        fill: "var(--paper)",
        r: 5,
      }),
      plot.tip(
        groups,
        plot.pointerY({
          x: ({ realised }: Group) => realised.value,
          y: "name",
          title: ({ name, people, realised, mean_probability }: Group) =>
            `${name}, ${formatCount(people)} people\nForetold ${formatShare(mean_probability)}\nRealised ${withBounds(formatShare, realised.value, realised)}`,
          ...tipLook,
        }),
      ),
    ],
  });
