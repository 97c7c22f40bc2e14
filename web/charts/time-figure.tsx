// A figure over time. Dragging over its picture chooses dates, which all figures of the page then show, and
// it has the days that the account marked.

import { useMemo } from "react";
import { Button } from "../ui/button.js";
import { formatDay } from "../ui/format.js";
import { useChosenDates } from "./chosen-dates.js";
import { type Dates, dayStart, type Mark, marksWithin, rowsInside, snapped, spanOf } from "./dates.js";
import { Figure, type FigureProps } from "./figure.js";
import type { Sketch } from "./picture.js";
import styles from "./time-figure.module.css";

interface TimeFigureProps<R> extends FigureProps<R> {
  datesOf: (row: R) => Dates;
  /** Sum of the rows in the chosen dates: "1,204 events". */
  sumOf: (rows: readonly R[]) => string;
}

export const TimeFigure = <R,>({ datesOf, sumOf, sketch, summary, ...figure }: TimeFigureProps<R>) => {
  const { chosen, choose, marks: all, openForm } = useChosenDates();
  const { title, rows } = figure;
  // biome-ignore lint/correctness/useExhaustiveDependencies: how dates are read goes with the rows
  const dates = useMemo(() => rows.map(datesOf), [rows]);
  const marks = useMemo(() => marksWithin(all, dates), [all, dates]);
  const drawn = useMemo(() => withDates(sketch, dates, chosen, marks), [sketch, dates, chosen, marks]);
  const inside = chosen ? rowsInside(rows, datesOf, chosen) : [];
  return (
    <div className={styles.figure}>
      <Figure
        {...figure}
        summary={[summary, ...marks.map(markText)].join(" ")}
        sketch={drawn}
        onBrushed={(days) => choose(snapped(dates, days))}
        tools={
          dates.length > 0 && (
            <Button
              look="quiet"
              onClick={() => openForm(spanOf(dates), (days) => choose(snapped(dates, days)))}
            >
              Dates<span className="visually-hidden"> of {title}</span>
            </Button>
          )
        }
      />
      {marks.length > 0 && (
        <ol className={styles.marks} aria-label={`Marked days of ${title}`}>
          {marks.map(({ day, text }) => (
            <li key={`${day} ${text}`}>
              {text}, {formatDay(day)}
            </li>
          ))}
        </ol>
      )}
      {chosen && inside.length > 0 && (
        <p>
          {datesText(chosen)}: <strong>{sumOf(inside)}</strong>{" "}
          <Button look="quiet" onClick={() => choose(null)}>
            Show all<span className="visually-hidden"> dates of {title}</span>
          </Button>
        </p>
      )}
    </div>
  );
};

/** "Marked: Newsletter, 4 Nov 2026." */
const markText = ({ day, text }: Mark): string => `Marked: ${text}, ${formatDay(day)}.`;

const datesText = ({ from, until }: Dates): string => {
  const last = new Date(+until - 1);
  const [first, end] = [formatDay(from.toISOString()), formatDay(last.toISOString())];
  return first === end ? first : `${first} to ${end}`;
};

/** What of a figure's dates comes before the chosen ones, and what after. */
const besides = (chosen: Dates, dates: readonly Dates[]): Dates[] => {
  const { from, until } = spanOf(dates);
  return [
    { from, until: chosen.from },
    { from: chosen.until, until },
  ].filter((part) => part.from < part.until);
};

const withDates =
  (sketch: Sketch, dates: readonly Dates[], chosen: Dates | null, marks: readonly Mark[]): Sketch =>
  (plot, width) => {
    const options = sketch(plot, width);
    const at = { x: ({ day }: Mark) => dayStart(day) };
    return {
      ...options,
      marks: [
        ...(options.marks ?? []),
        ...(chosen
          ? [
              plot.rectX(besides(chosen, dates), {
                x1: "from",
                x2: "until",
                fill: "var(--paper)",
                fillOpacity: 0.65,
              }),
            ]
          : []),
        // Light around it, or a dark bar would hide it.
        plot.ruleX(marks, { ...at, stroke: "var(--paper)", strokeWidth: 4 }),
        plot.ruleX(marks, { ...at, stroke: "var(--ink)", strokeWidth: 1.5 }),
        plot.text(marks, {
          ...at,
          text: (_: Mark, index: number) => String(index + 1),
          frameAnchor: "top",
          lineAnchor: "top",
          fill: "var(--ink)",
          stroke: "var(--paper)",
          strokeWidth: 8,
          fontSize: 13,
          fontWeight: 600,
        }),
      ],
    };
  };
