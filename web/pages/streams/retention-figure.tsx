// Retention as a triangle: a row for each month of first events, a column for each month after it, in people and in money.

import { useMemo } from "react";
import { answer, api } from "../../api/client.js";
import { usePart } from "../../api/resources.js";
import { useChosenDates } from "../../charts/chosen-dates.js";
import { type Dates, monthDates, rowsInside } from "../../charts/dates.js";
import { Figure, type FigureColumn } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatMonth, formatPeople, formatPercent } from "../../ui/format.js";
import { Empty, Skeleton } from "../../ui/panel.js";
import { cellsOf, type RetentionCell, shareAfter } from "./retention.js";

interface RetentionProps {
  /** Id of the stream. */
  id: string;
  /** Its machine name, for file names. */
  name: string;
  /** Of its values; null where it is not known. */
  currency: string | null;
}

export const Retention = ({ id, name, currency }: RetentionProps) => {
  const { data, error } = usePart("streams", id, "retention", () =>
    answer(api.GET("/streams/{stream}/analysis/retention", { params: { path: { stream: id } } })),
  );
  const cells = useMemo(() => data && cellsOf(data), [data]);
  if (!cells) return error ? <ErrorNotice problem={error} /> : <Skeleton rows={12} />;
  if (cells.length === 0)
    return <Empty>It takes three months of data to see who comes again in the months after.</Empty>;
  return (
    <>
      <Triangle
        title={titleOf(cells)}
        about="Each row: customers by the month of their first event. Each column: the share of them with an event that many months later."
        cells={cells}
        share={({ people, of }) => people / of}
        show={formatPercent}
        fileName={`${name}-retention`}
      />
      {cells.some(({ value }) => value !== undefined && value > 0) && (
        <Triangle
          title={`What a customer brings in the months after${currency ? `, in ${currency}` : ""}`}
          about="The same rows and columns: the amounts of the month, divided by the customers of the row."
          cells={cells}
          share={({ value = 0, of }) => value / of}
          show={shownAmount}
          fileName={`${name}-retention-amounts`}
        />
      )}
    </>
  );
};

/** "Of 100 new customers, 23 come again in the next month" */
const titleOf = (cells: readonly RetentionCell[]): string =>
  `Of 100 new customers, ${formatCount(Math.round(100 * (shareAfter(cells, 1) ?? 0)))} come again in the next month`;

const shownAmount = (amount: number): string =>
  formatCount(amount < 10 ? Math.round(10 * amount) / 10 : Math.round(amount));

interface TriangleProps {
  title: string;
  about: string;
  cells: readonly RetentionCell[];
  /** What a cell shows. */
  share: (cell: RetentionCell) => number;
  show: (share: number) => string;
  fileName: string;
}

const rowPx = 26;

const Triangle = ({ title, about, cells, share, show, fileName }: TriangleProps) => {
  const { chosen } = useChosenDates();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two functions go with the title
  const sketch = useMemo<Sketch>(() => sketchOf(cells, share, show, chosen), [cells, title, chosen]);
  const rows = new Set(cells.map(({ month }) => month)).size;
  return (
    <Figure
      title={title}
      about={about}
      summary={`${rows} months of first events.`}
      rows={cells}
      columns={[...columns, { header: "Share", value: share, text: (cell) => show(share(cell)) }]}
      fileName={fileName}
      height={70 + rowPx * rows}
      sketch={sketch}
    />
  );
};

const columns: readonly FigureColumn<RetentionCell>[] = [
  { header: "First event", value: ({ month }) => month, text: ({ month }) => formatMonth(month) },
  { header: "Customers", value: ({ of }) => of, text: ({ of }) => formatCount(of) },
  { header: "Months later", value: ({ monthsAfter }) => monthsAfter },
  { header: "Came again", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
];

/** Fewer cells have their number in them where there is no place for all. */
const leastLabelPx = 34;

const sketchOf =
  (
    cells: readonly RetentionCell[],
    share: TriangleProps["share"],
    show: TriangleProps["show"],
    chosen: Dates | null,
  ): Sketch =>
  (plot, width) => {
    const marginLeft = 92;
    const months = [...new Set(cells.map(({ month }) => month))];
    const across = Math.max(...cells.map(({ monthsAfter }) => monthsAfter));
    const isLabelled = (width - marginLeft) / across >= leastLabelPx;
    const later = Array.from({ length: across }, (_, i) => i + 1);
    const place = { x: "monthsAfter", y: "month" } as const;
    return {
      marginLeft,
      marginTop: 40,
      padding: 0.04,
      x: {
        axis: "top",
        label: "Months later →",
        domain: later,
        ...(!isLabelled && { ticks: later.filter((months) => months % 6 === 0) }),
        tickSize: 0,
      },
      y: { label: null, domain: months, tickFormat: formatMonth, tickSize: 0 },
      // The darkest cell still lets its number be read.
      opacity: { domain: [0, Math.max(...cells.map(share), Number.EPSILON)], range: [0.04, 0.5] },
      marks: [
        plot.cell(cells, {
          ...place,
          fill: "var(--series-1)",
          fillOpacity: share,
          title: (cell: RetentionCell) =>
            `${formatMonth(cell.month)}: ${formatPeople(cell.of)}\n${cell.monthsAfter} months later: ${formatCount(cell.people)}\n${show(share(cell))}`,
          tip: true,
        }),
        ...(isLabelled
          ? [
              plot.text(cells, {
                ...place,
                text: (cell: RetentionCell) => show(share(cell)),
                fill: "var(--ink)",
              }),
            ]
          : []),
        ...(chosen
          ? [
              plot.cell(
                rowsInside(cells, ({ month }) => monthDates(month), chosen),
                {
                  ...place,
                  stroke: "var(--ink)",
                  strokeOpacity: 0.6,
                },
              ),
            ]
          : []),
      ],
    };
  };
