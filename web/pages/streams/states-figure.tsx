// Customers by state over time: a bar for each month, with a part for the active, the new, the cooling and the lost.

import { useMemo } from "react";
import { answer, api } from "../../api/client.js";
import { usePart } from "../../api/resources.js";
import { monthDates } from "../../charts/dates.js";
import type { FigureColumn } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { TimeFigure } from "../../charts/time-figure.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatMonth } from "../../ui/format.js";
import { Empty, Skeleton } from "../../ui/panel.js";
import {
  changeOf,
  findingOf,
  type MonthStates,
  meaningOf,
  monthsOver,
  partsOf,
  partText,
  type State,
  type StatePart,
  states,
} from "./states.js";
import styles from "./states.module.css";

/** `id`: of the stream; `name`: its machine name, for file names. */
export const StatesFigure = ({ id, name }: { id: string; name: string }) => {
  const { data, error } = usePart("streams", id, "states", () =>
    answer(api.GET("/streams/{stream}/analysis/states", { params: { path: { stream: id } } })),
  );
  const months = useMemo(() => data && monthsOver(data), [data]);
  const sketch = useMemo(() => sketchOf(partsOf(months ?? [])), [months]);
  if (!data || !months) return error ? <ErrorNotice problem={error} /> : <Skeleton rows={10} />;
  const newest = months.at(-1);
  if (!newest || months.length < fewestMonths)
    return <Empty>It takes three months of data to see how customers become active and are lost.</Empty>;
  return (
    <TimeFigure
      title={findingOf(newest)}
      about={
        <>
          {meaningOf(data.active_months)}{" "}
          {states.map((state) => (
            <span key={state} className={styles[state]}>
              {state}{" "}
            </span>
          ))}
        </>
      }
      summary={`${months.length} months, from ${formatMonth(months[0]!.month)} to ${formatMonth(newest.month)}.`}
      rows={months}
      columns={columns}
      fileName={`${name}-people-states`}
      height={300}
      sketch={sketch}
      datesOf={({ month }) => monthDates(month)}
      sumOf={changeOf}
    />
  );
};

const fewestMonths = 2;

const columns: readonly FigureColumn<MonthStates>[] = [
  { header: "Month", value: ({ month }) => month, text: ({ month }) => formatMonth(month) },
  ...(["new", "active", "cooling", "lost"] as const).map((state) => ({
    header: `${state[0]!.toUpperCase()}${state.slice(1)}`,
    value: (month: MonthStates) => month[state],
    text: (month: MonthStates) => formatCount(month[state]),
  })),
];

/** As in the style sheet of the keys. */
const colours: Record<State, string> = {
  active: "var(--series-1)",
  new: "var(--series-3)",
  cooling: "var(--series-2)",
  lost: "var(--series-5)",
};

const sketchOf =
  (parts: readonly StatePart[]): Sketch =>
  ({ rectY, ruleY, stackY }) => ({
    marginLeft: 60,
    x: { type: "utc", label: null },
    y: { label: "Customers", grid: true, tickFormat: (count: number) => formatCount(count) },
    marks: [
      rectY(
        parts,
        stackY({
          x: ({ month }: StatePart) => monthDates(month).from,
          y: "people",
          interval: "month",
          order: null,
          fill: ({ state }: StatePart) => colours[state],
          title: partText,
          tip: true,
        } as object),
      ),
      ruleY([0], { stroke: "var(--line-strong)" }),
    ],
  });
