// A figure of values with their 95 % intervals: a dot at each value and a line from the lower to the upper
// bound. A row may have a second value, which its interval does not describe, such as the prediction beside
// the actual rate; it is drawn as a ring.

import { type ReactNode, useMemo } from "react";
import type { Bounds, Show } from "../../src/words/format.js";
import { lowered } from "../../src/words/plural.js";
import { reader } from "../ui/format.js";
import { Figure, type FigureColumn } from "./figure.js";
import { type Sketch, tipLook } from "./picture.js";

interface Interval extends Bounds {
  value: number;
  /** The second value. */
  other?: number;
}

interface IntervalFigureProps<R> {
  title: string;
  about?: ReactNode;
  summary: string;
  rows: readonly R[];
  /** Rows of the picture, where the table has more. */
  drawn?: readonly R[];
  /** The name of a row, under the heading of its column. */
  label: { header: string; of: (row: R) => string };
  interval: (row: R) => Interval;
  /** Heading of the value. */
  value: string;
  /** Heading of the second value. */
  other?: string;
  /** The value with the interval is the prediction, so it is the ring, and the second value is the dot. */
  isPrediction?: boolean;
  show: Show;
  /** A value on the axis, whose name says the unit; absent, as elsewhere. */
  showOnAxis?: Show;
  /** Further columns of the table, after the name. */
  columns?: readonly FigureColumn<R>[];
  /** Names run from left to right, as ranks and dates do. */
  isAcross?: boolean;
  /** A dashed line, and what it stands for. */
  reference?: { value: number; label: string } | undefined;
  /** Colour of a row; absent, all have one. */
  color?: (row: R) => string;
  fileName: string;
  height?: number;
}

export const IntervalFigure = <R,>(props: IntervalFigureProps<R>) => {
  const { title, about, summary, rows, drawn = rows, columns = [], fileName, height } = props;
  const { label, interval, value, other, show } = props;
  const points = drawn.map((row) => pointOf(row, props));
  // The picture depends on these alone, and new arrays of equal points need no new picture.
  const key = JSON.stringify([points, value, other, props.reference]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for them
  const sketch = useMemo(() => (props.isAcross ? across(points, props) : down(points, props)), [key]);
  const figure = (header: string, of: (row: R) => number | undefined): FigureColumn<R> => ({
    header,
    value: of,
    text: (row) => {
      const number = of(row);
      return number === undefined ? "" : show(number);
    },
  });
  return (
    <Figure
      title={title}
      about={
        <>
          {about} {legendOf(props)}
        </>
      }
      summary={summary}
      rows={rows}
      columns={[
        { header: label.header, value: label.of },
        ...columns,
        figure(value, (row) => interval(row).value),
        figure("Interval from", (row) => interval(row).low),
        figure("Interval to", (row) => interval(row).high),
        ...(other ? [figure(other, (row) => interval(row).other)] : []),
      ]}
      fileName={fileName}
      height={height ?? (props.isAcross ? 260 : 64 + 36 * drawn.length)}
      sketch={sketch}
    />
  );
};

interface Point extends Interval {
  label: string;
  color: string;
  /** In the box beside the pointer. */
  text: string;
}

const pointOf = <R,>(
  row: R,
  { label, interval, value, other, show, color }: IntervalFigureProps<R>,
): Point => {
  const figures = interval(row);
  const name = label.of(row);
  return {
    ...figures,
    label: name,
    color: color?.(row) ?? "var(--series-1)",
    text: [
      name,
      `${value} ${reader.withRange(figures.value, figures, show)}`,
      ...(other && figures.other !== undefined ? [`${other} ${show(figures.other)}`] : []),
    ].join("\n"),
  };
};

type Drawn = Pick<
  IntervalFigureProps<never>,
  "value" | "other" | "isPrediction" | "show" | "showOnAxis" | "reference"
> & { label: { header: string } };

const legendOf = ({ value, other, isPrediction, reference }: Drawn): string => {
  const [dot, ring] = isPrediction ? [other, value] : [value, other];
  return [
    `Dot: ${lowered(dot ?? "")}`,
    ...(ring ? [`ring: ${lowered(ring)}`] : []),
    "line: 95 % interval",
    ...(reference ? [`dashed: ${reference.label}`] : []),
  ]
    .join(", ")
    .concat(".");
};

/** The marks of either direction: `at` is the axis of names, `along` that of values. */
const marksOf = (
  plot: Parameters<Sketch>[0],
  points: readonly Point[],
  { isPrediction, reference }: Drawn,
  [at, along]: ["x", "y"] | ["y", "x"],
) => {
  const line = at === "x" ? plot.ruleX : plot.ruleY;
  const crossing = at === "x" ? plot.ruleY : plot.ruleX;
  const dot = (of: "value" | "other", isRing: boolean) =>
    plot.dot(
      points.filter((point) => point[of] !== undefined),
      {
        [at]: "label",
        [along]: of,
        r: 5,
        ...(isRing
          ? { stroke: "var(--series-2)", strokeWidth: 2.5, fill: "var(--paper)" }
          : { fill: (point: Point) => point.color }),
      },
    );
  return [
    ...(reference
      ? [crossing([reference.value], { stroke: "var(--ink-soft)", strokeDasharray: "5 4" })]
      : []),
    line(points, {
      [at]: "label",
      [`${along}1`]: "low",
      [`${along}2`]: "high",
      stroke: (point: Point) => point.color,
      strokeWidth: 3,
      strokeOpacity: 0.55,
    }),
    dot("other", !isPrediction),
    dot("value", isPrediction ?? false),
    plot.tip(
      points,
      (at === "x" ? plot.pointerX : plot.pointerY)({
        [at]: "label",
        [along]: "value",
        title: ({ text }: Point) => text,
        ...tipLook,
      }),
    ),
  ];
};

const down =
  (points: readonly Point[], drawn: Drawn): Sketch =>
  (plot, width) => {
    const labelWidth = Math.min(190, width * 0.4);
    return {
      marginLeft: labelWidth,
      marginRight: 24,
      marginBottom: 42,
      x: {
        label: drawn.value,
        grid: true,
        nice: true,
        tickFormat: (value: number) => (drawn.showOnAxis ?? drawn.show)(value),
        ticks: Math.max(3, Math.floor((width - labelWidth) / 90)),
      },
      y: { label: null, domain: points.map(({ label }) => label), padding: 0.5 },
      marks: [
        plot.axisY({ tickSize: 0, fontSize: 12, lineWidth: labelWidth / 12 - 1, fill: "var(--ink)" }),
        ...marksOf(plot, points, drawn, ["y", "x"]),
      ],
    };
  };

/** In pixels: the room that a name takes on the axis, such as a date. */
const nameWidth = 90;

const across =
  (points: readonly Point[], drawn: Drawn): Sketch =>
  (plot, width) => {
    const names = points.map(({ label }) => label);
    const isShort = names.every((name) => name.length < 6);
    const every = isShort ? 1 : Math.ceil((names.length * nameWidth) / width);
    return {
      marginLeft: 56,
      marginBottom: 42,
      x: {
        label: drawn.label.header,
        type: "point",
        domain: names,
        ticks: names.filter((_, index) => index % every === 0),
        tickSize: 0,
        padding: 0.5,
      },
      y: {
        label: drawn.value,
        grid: true,
        zero: true,
        tickFormat: (value: number) => (drawn.showOnAxis ?? drawn.show)(value),
        ticks: 5,
      },
      marks: [...marksOf(plot, points, drawn, ["x", "y"]), plot.ruleY([0], { stroke: "var(--line-strong)" })],
    };
  };
