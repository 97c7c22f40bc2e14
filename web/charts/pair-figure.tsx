// A figure of two values for each row, joined by a line: the first as a ring, the second as a dot.

import { type ReactNode, useMemo } from "react";
import type { Show } from "../../src/words/format.js";
import { Figure, type FigureColumn } from "./figure.js";
import { type Sketch, tipLook } from "./picture.js";

interface Value<R> {
  header: string;
  of: (row: R) => number;
}

interface PairFigureProps<R extends { name: string }> {
  title: string;
  about?: ReactNode;
  summary: string;
  rows: readonly R[];
  /** Name of a row, as a heading. */
  label: string;
  ring: Value<R>;
  dot: Value<R>;
  /** Label of the axis of values. */
  axis: string;
  show: Show;
  /** Further columns of the table. */
  columns?: readonly FigureColumn<R>[];
  /** A dashed line. */
  reference?: number;
  fileName: string;
}

export const PairFigure = <R extends { name: string }>(props: PairFigureProps<R>) => {
  const { title, about, summary, rows, label, ring, dot, axis, show, columns = [], fileName } = props;
  const points = rows.map((row): Point => {
    const [from, to] = [ring.of(row), dot.of(row)];
    const text = `${row.name}\n${ring.header} ${show(from)}\n${dot.header} ${show(to)}`;
    return { name: row.name, from, to, text };
  });
  const key = JSON.stringify([points, axis, props.reference]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for all that the picture depends on
  const sketch = useMemo(() => sketchOf(points, axis, show, props.reference), [key]);
  const column = ({ header, of }: Value<R>): FigureColumn<R> => ({
    header,
    value: of,
    text: (row) => show(of(row)),
  });
  return (
    <Figure
      title={title}
      about={
        <>
          {about} Ring: {ring.header.toLowerCase()}, dot: {dot.header.toLowerCase()}.
        </>
      }
      summary={summary}
      rows={rows}
      columns={[{ header: label, value: ({ name }) => name }, ...columns, column(ring), column(dot)]}
      fileName={fileName}
      height={80 + 36 * rows.length}
      sketch={sketch}
    />
  );
};

interface Point {
  name: string;
  from: number;
  to: number;
  /** In the box beside the pointer. */
  text: string;
}

const sketchOf =
  (points: readonly Point[], axis: string, show: Show, reference: number | undefined): Sketch =>
  (plot, width) => ({
    marginLeft: Math.min(150, width * 0.4),
    marginRight: 24,
    marginBottom: 42,
    x: { label: axis, grid: true, zero: true, tickFormat: (value: number) => show(value), ticks: 5 },
    y: { label: null, domain: points.map(({ name }) => name), padding: 0.5, tickSize: 0 },
    marks: [
      ...(reference === undefined
        ? []
        : [plot.ruleX([reference], { stroke: "var(--ink-soft)", strokeDasharray: "5 4" })]),
      plot.ruleY(points, { y: "name", x1: "from", x2: "to", stroke: "var(--line-strong)", strokeWidth: 2 }),
      plot.dot(points, {
        x: "from",
        y: "name",
        stroke: "var(--series-2)",
        strokeWidth: 2.5,
        fill: "var(--paper)",
        r: 5,
      }),
      plot.dot(points, { x: "to", y: "name", fill: "var(--series-1)", r: 5 }),
      plot.tip(points, plot.pointerY({ x: "to", y: "name", title: ({ text }: Point) => text, ...tipLook })),
    ],
  });
