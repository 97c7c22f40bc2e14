// Events of a stream by month.

import { useMemo } from "react";
import type { Records } from "../../api/kinds.js";
import { monthDates } from "../../charts/dates.js";
import type { Sketch } from "../../charts/picture.js";
import { TimeFigure } from "../../charts/time-figure.js";
import { formatCount, formatCounted, formatPeople } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";

type Months = NonNullable<Records["streams"]["events_by_month"]>;
type Month = Months[number];

export const OverTime = ({ months: given, name }: { months: Months; name: string }) => {
  const months = useMemo(() => withoutGaps(given), [given]);
  const sketch = useMemo<Sketch>(() => barsOf(months), [months]);
  return (
    <Panel title="Events over time">
      <TimeFigure
        title="Events by month"
        about="The first and last month may be incomplete, because the data starts and ends within them."
        summary={summaryOf(months)}
        rows={months}
        columns={[
          { header: "Month", value: ({ month }) => month },
          {
            header: "Events",
            value: ({ event_count }) => event_count,
            text: ({ event_count }) => formatCount(event_count),
          },
          {
            header: "People",
            value: ({ people_count }) => people_count,
            text: ({ people_count }) => formatCount(people_count),
          },
        ]}
        fileName={`${name}-by-month`}
        height={240}
        sketch={sketch}
        datesOf={({ month }) => monthDates(month)}
        sumOf={(some) =>
          formatCounted(
            some.reduce((sum, { event_count }) => sum + event_count, 0),
            "event",
          )
        }
      />
    </Panel>
  );
};

const barsOf =
  (months: readonly Month[]): Sketch =>
  ({ rectY, ruleY }) => ({
    marginLeft: 56,
    x: { type: "utc", label: null },
    y: { label: "Events", grid: true, tickFormat: (count: number) => formatCount(count) },
    marks: [
      rectY(months, {
        x: ({ month }: Month) => monthDates(month).from,
        y: "event_count",
        interval: "month",
        fill: "var(--series-1)",
        title: ({ month, event_count, people_count }: Month) =>
          `${month}\n${formatCounted(event_count, "event")} by ${formatPeople(people_count)}`,
        tip: true,
      }),
      ruleY([0], { stroke: "var(--line-strong)" }),
    ],
  });

/** Consecutive months, including those without events. */
export const withoutGaps = (months: readonly Month[]): Month[] => {
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last) return [];
  const known = new Map(months.map((month) => [month.month, month]));
  const length = indexOf(last.month) - indexOf(first.month) + 1;
  return Array.from({ length }, (_, index) => {
    const month = monthAt(indexOf(first.month) + index);
    return known.get(month) ?? { month, event_count: 0, people_count: 0 };
  });
};

const indexOf = (month: string): number => {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return year * 12 + number - 1;
};

const monthAt = (index: number): string =>
  `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;

const summaryOf = (months: readonly Month[]): string => {
  const highest = months.reduce<Month | undefined>(
    (best, month) => (best && best.event_count >= month.event_count ? best : month),
    undefined,
  );
  return highest ? `Most events in ${highest.month}: ${formatCount(highest.event_count)}.` : "No events.";
};
