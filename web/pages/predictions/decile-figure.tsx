// Figure of a test by deciles: a bar for what happened, and a line for what was expected, each per customer.

import { type ReactNode, useMemo } from "react";
import type { Show } from "../../../src/words/format.js";
import { Figure } from "../../charts/figure.js";
import { type Sketch, tipLook } from "../../charts/picture.js";
import { formatCount, formatPeople } from "../../ui/format.js";

/** Sums over the people of a decile. */
interface Decile {
  people: number;
  expected: number;
  actual: number;
}

interface Axes {
  /** "Likeliest 10 % → least likely 10 %" */
  across: string;
  /** Null: the values name their unit. */
  up: string | null;
  show?: Show | undefined;
  marginLeft: number;
}

interface DecileFigureProps {
  title: string;
  about: ReactNode;
  summary: string;
  /** The highest first. */
  deciles: readonly Decile[];
  axes: Axes;
  fileName: string;
}

interface Tenth extends Decile {
  place: number;
  actualMean: number;
  expectedMean: number;
}

const tenthsOf = (deciles: readonly Decile[]): Tenth[] =>
  deciles.map((decile, index) => ({
    ...decile,
    place: index + 1,
    actualMean: decile.actual / Math.max(1, decile.people),
    expectedMean: decile.expected / Math.max(1, decile.people),
  }));

export const DecileFigure = ({ deciles, axes, ...texts }: DecileFigureProps) => {
  const tenths = tenthsOf(deciles);
  // The picture depends on these alone, and equal ones need no new picture.
  const key = JSON.stringify([tenths, axes.across, axes.up, axes.marginLeft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for them
  const sketch = useMemo(() => sketchOf(tenths, axes), [key]);
  return (
    <Figure
      {...texts}
      rows={tenths}
      columns={[
        { header: "Group", value: ({ place }) => place },
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        {
          header: "Expected",
          value: ({ expected }) => expected,
          text: ({ expected }) => formatCount(expected),
        },
        { header: "Actual", value: ({ actual }) => actual, text: ({ actual }) => formatCount(actual) },
      ]}
      height={260}
      sketch={sketch}
    />
  );
};

const sketchOf =
  (tenths: readonly Tenth[], { across, up, show, marginLeft }: Axes): Sketch =>
  (plot) => ({
    marginLeft,
    marginBottom: 42,
    x: { label: across, tickSize: 0, domain: tenths.map(({ place }) => place) },
    y: { label: up, grid: true, ticks: 5, nice: true, ...(show && { tickFormat: show }) },
    marks: [
      plot.barY(tenths, { x: "place", y: "actualMean", fill: "var(--series-1)", inset: 2 }),
      plot.tickY(tenths, {
        x: "place",
        y: "expectedMean",
        stroke: "var(--series-2)",
        strokeWidth: 3,
        inset: -2,
      }),
      plot.ruleY([0], { stroke: "var(--line-strong)" }),
      plot.tip(
        tenths,
        plot.pointerX({
          x: "place",
          y: "actualMean",
          title: ({ people, expected, actual }: Tenth) =>
            `${formatPeople(people)}\nExpected ${formatCount(expected)}\nActual ${formatCount(actual)}`,
          ...tipLook,
        }),
      ),
    ],
  });
