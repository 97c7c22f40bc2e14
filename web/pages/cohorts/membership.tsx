// The number of people in a cohort over time.

import { useMemo, useState } from "react";
import { answer, api, type Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { usePart } from "../../api/resources.js";
import { momentDates } from "../../charts/dates.js";
import type { Sketch } from "../../charts/picture.js";
import { TimeFigure } from "../../charts/time-figure.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { SelectField } from "../../ui/field.js";
import { formatCount, formatDay, formatPeople } from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";

type Spans = Schemas["CohortMembership"];
type Span = keyof Spans;
type Point = Spans["days"][number];

export const Membership = ({ cohort }: { cohort: Records["cohorts"] }) => {
  const { id, name } = cohort;
  const [span, setSpan] = useState<Span>("weeks");
  const { data, error } = usePart("cohorts", id, "membership", () =>
    answer(api.GET("/cohorts/{id}/analysis/membership", { params: { path: { id } } })),
  );
  return (
    <Panel
      title="Size over time"
      actions={
        <SelectField
          label="By"
          value={span}
          onChange={setSpan}
          choices={[
            { value: "days", label: "day" },
            { value: "weeks", label: "week" },
            { value: "months", label: "month" },
          ]}
        />
      }
    >
      <ErrorNotice problem={error} />
      {data ? <History points={data[span]} name={name} /> : !error && <Skeleton rows={10} />}
    </Panel>
  );
};

const History = ({ points, name }: { points: readonly Point[]; name: string }) => {
  const sketch = useMemo(() => sketchOf(points), [points]);
  if (points.length === 0) return <p className="soft">There is no history yet.</p>;
  return (
    <TimeFigure
      title="People at the end of each period"
      about="Past sizes of the current definition. Dates are in UTC."
      summary={historyInWords(points)}
      rows={points}
      columns={[
        {
          header: "Period from",
          value: ({ date }) => date.slice(0, 10),
          text: ({ date }) => formatDay(date),
        },
        { header: "People", value: ({ count }) => count, text: ({ count }) => formatCount(count) },
      ]}
      fileName={`${name} size`}
      sketch={sketch}
      datesOf={({ date }) => momentDates(date)}
      sumOf={historyInWords}
    />
  );
};

const historyInWords = (points: readonly Point[]): string => {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  return `From ${formatCount(first.count)} on ${formatDay(first.date)} to ${formatCount(last.count)} on ${formatDay(last.date)}.`;
};

const sketchOf =
  (points: readonly Point[]): Sketch =>
  (plot) => {
    const rows = points.map(({ date, count }) => ({ date: new Date(date), count }));
    return {
      x: { type: "utc", label: null },
      y: { label: "People", grid: true, zero: true, tickFormat: formatCount },
      marginLeft: 56,
      marks: [
        plot.areaY(rows, { x: "date", y: "count", fill: "var(--series-1)", fillOpacity: 0.15 }),
        plot.lineY(rows, { x: "date", y: "count", stroke: "var(--series-1)", strokeWidth: 2 }),
        plot.ruleY([0], { stroke: "var(--line-strong)" }),
        plot.tip(
          rows,
          plot.pointerX({
            x: "date",
            y: "count",
            title: ({ date, count }: { date: Date; count: number }) =>
              `${formatDay(date.toISOString())}\n${formatPeople(count)}`,
            fill: "var(--raised)",
            stroke: "var(--line-strong)",
          }),
        ),
      ],
    };
  };
