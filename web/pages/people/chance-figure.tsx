// The chance of a person over time: what each kept build said, until now.

import type { Schemas } from "../../api/client.js";
import { momentDates } from "../../charts/dates.js";
import type { Sketch } from "../../charts/picture.js";
import { TimeFigure } from "../../charts/time-figure.js";
import { formatDay, formatPercent } from "../../ui/format.js";

type Score = Schemas["PersonScore"];

interface Point {
  through: string;
  probability: number;
}

/** Nothing where no earlier build can be compared with. */
export const ChanceFigure = ({ score }: { score: Score }) => {
  const { past, probability, scored_through: through, outcome_name: outcome } = score;
  if (past.length === 0 || probability === undefined || through === undefined) return null;
  const points: Point[] = [
    ...past.map((each) => ({ through: each.scored_through, probability: each.probability })),
    { through, probability },
  ];
  return (
    <TimeFigure
      title="Chance over time"
      about="By the events before each day, as it was said then."
      summary={changeOf(points)}
      rows={points}
      columns={[
        {
          header: "Events before",
          value: (point) => point.through.slice(0, 10),
          text: (point) => formatDay(point.through),
        },
        {
          header: "Chance",
          value: (point) => point.probability,
          text: (point) => formatPercent(point.probability),
        },
      ]}
      fileName={`${outcome} chance`}
      height={150}
      sketch={sketchOf(points)}
      datesOf={({ through }) => momentDates(through)}
      sumOf={changeOf}
    />
  );
};

const changeOf = (points: readonly Point[]): string => {
  const [first, last] = [points[0]!, points.at(-1)!];
  return `${formatPercent(first.probability)} by ${formatDay(first.through)}, ${formatPercent(last.probability)} by ${formatDay(last.through)}.`;
};

const sketchOf =
  (points: readonly Point[]): Sketch =>
  (plot) => {
    const rows = points.map(({ through, probability }) => ({ date: new Date(through), probability }));
    const at = { x: "date", y: "probability" };
    return {
      x: { type: "utc", label: null },
      y: { label: "Chance", grid: true, zero: true, nice: true, ticks: 4, tickFormat: formatPercent },
      marginLeft: 56,
      marks: [
        plot.lineY(rows, { ...at, stroke: "var(--series-1)", strokeWidth: 2 }),
        plot.dot(rows, { ...at, fill: "var(--series-1)", r: 3.5 }),
        plot.ruleY([0], { stroke: "var(--line-strong)" }),
        plot.tip(
          rows,
          plot.pointerX({
            ...at,
            title: ({ date, probability }: { date: Date; probability: number }) =>
              `${formatDay(date.toISOString())}\n${formatPercent(probability)}`,
            fill: "var(--raised)",
            stroke: "var(--line-strong)",
          }),
        ),
      ],
    };
  };
