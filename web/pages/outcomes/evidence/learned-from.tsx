// Whom it learned from: the share of each group among all rows, and among those that attained.

import { useMemo } from "react";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { formatCount, formatShare } from "../../../ui/format.js";
import type { Bias } from "./analysis.js";
import { groupAxis } from "./subpopulations.js";

interface Part {
  name: string;
  rows: number;
  ofAll: number;
  ofAttained: number;
}

export const LearnedFrom = ({ data, name }: { data: Bias["data"]; name: string }) => {
  const parts = useMemo(() => partsOf(data), [data]);
  const sketch = useMemo(() => sketchOf(parts), [parts]);
  if (parts.length === 0) return null;
  const widest = parts.toSorted((a, b) => gap(b) - gap(a))[0]!;
  return (
    <Figure
      title="Whom it learned from"
      about="Hollow dots are a group’s share of all rows learned from, filled ones its share of those that attained. Where they lie apart, the groups attain at different rates."
      summary={`Farthest apart: ${widest.name}, ${formatShare(widest.ofAll)} of all and ${formatShare(widest.ofAttained)} of those who attained.`}
      rows={parts}
      columns={[
        { header: "Group", value: (part) => part.name },
        { header: "Rows", value: ({ rows }) => rows, text: ({ rows }) => formatCount(rows) },
        { header: "Share of all", value: ({ ofAll }) => ofAll, text: ({ ofAll }) => formatShare(ofAll) },
        {
          header: "Share of attained",
          value: ({ ofAttained }) => ofAttained,
          text: ({ ofAttained }) => formatShare(ofAttained),
        },
      ]}
      fileName={`${name} learned from`}
      height={80 + 36 * parts.length}
      sketch={sketch}
    />
  );
};

const gap = ({ ofAll, ofAttained }: Part): number => Math.abs(ofAttained - ofAll);

/** Values that nobody has are left out. */
const partsOf = ({ age, gender, traits }: Bias["data"]): Part[] =>
  [{ ...age, dimension: "age" }, { ...gender, dimension: "gender" }, ...traits].flatMap(
    ({ dimension, candidates, positives }) =>
      candidates
        .filter(({ rows }) => rows > 0)
        .map(({ value, rows, share }) => ({
          name: `${dimension} ${value}`,
          rows,
          ofAll: share,
          ofAttained: positives.find((part) => part.value === value)?.share ?? 0,
        })),
  );

const sketchOf =
  (parts: readonly Part[]): Sketch =>
  (plot, width) => ({
    ...groupAxis(parts, width),
    x: { label: "Share", grid: true, zero: true, tickFormat: formatShare, ticks: 5 },
    marks: [
      plot.ruleY(parts, {
        y: "name",
        x1: "ofAll",
        x2: "ofAttained",
        stroke: "var(--line-strong)",
        strokeWidth: 2,
      }),
      plot.dot(parts, {
        x: "ofAll",
        y: "name",
        stroke: "var(--series-2)",
        strokeWidth: 2.5,
        fill: "var(--paper)",
        r: 5,
      }),
      plot.dot(parts, { x: "ofAttained", y: "name", fill: "var(--series-1)", r: 5 }),
      plot.tip(
        parts,
        plot.pointerY({
          x: "ofAttained",
          y: "name",
          title: ({ name, rows, ofAll, ofAttained }: Part) =>
            `${name}, ${formatCount(rows)} rows\n${formatShare(ofAll)} of all\n${formatShare(ofAttained)} of those who attained`,
          ...tipLook,
        }),
      ),
    ],
  });
