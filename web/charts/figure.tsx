// A figure of rows, as a picture, a table and a CSV file.

import { type ReactNode, useId, useState } from "react";
import { Button } from "../ui/button.js";
import { classNames } from "../ui/class-names.js";
import type { Dates } from "./dates.js";
import styles from "./figure.module.css";
import { Picture, type Sketch } from "./picture.js";

export interface FigureProps<R> {
  title: string;
  /** Help to read it, in a sentence or two. */
  about?: ReactNode;
  /** The main finding, for screen readers. */
  summary: string;
  rows: readonly R[];
  columns: readonly FigureColumn<R>[];
  /** Name of the CSV file, without extension. */
  fileName: string;
  /** Height of the picture in pixels. */
  height?: number;
  sketch: Sketch;
  /** Dates that the pointer was dragged over. */
  onBrushed?: ((days: Dates) => void) | undefined;
  /** Further buttons. */
  tools?: ReactNode;
}

export const Figure = <R,>({
  title,
  about,
  summary,
  rows,
  columns,
  fileName,
  height = 280,
  sketch,
  onBrushed,
  tools,
}: FigureProps<R>) => {
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
      </figcaption>
      <div className={styles.tools}>
        <Button look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? "Show picture" : "Show table"}
          <span className="visually-hidden"> of {title}</span>
        </Button>
        <Button look="quiet" onClick={() => saveFile(`${fileName}.csv`, figureCsv(rows, columns))}>
          Download CSV<span className="visually-hidden"> of {title}</span>
        </Button>
        {tools}
      </div>
      {about && <p className={classNames("small soft", styles.about)}>{about}</p>}
      {isTable ? (
        <Table label={title} rows={rows} columns={columns} />
      ) : (
        <Picture label={`${title}. ${summary}`} height={height} sketch={sketch} onBrushed={onBrushed} />
      )}
    </figure>
  );
};

const Table = <R,>({
  label,
  rows,
  columns,
}: {
  label: string;
  rows: readonly R[];
  columns: readonly FigureColumn<R>[];
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
  <section className={styles.scroll} aria-label={label} tabIndex={0}>
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ header }) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a figure are replaced as a whole
          <tr key={index}>
            {columns.map((column) => (
              <td key={column.header}>{shownText(row, column)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** A column of a figure's data: formatted in its table, raw in its CSV file. */
export interface FigureColumn<R> {
  header: string;
  /** Raw, as in the CSV file. */
  value: (row: R) => string | number | null | undefined;
  /** Formatted, as in the table; absent: raw. */
  text?: (row: R) => string;
}

const shownText = <R,>(row: R, { value, text }: FigureColumn<R>): string =>
  text ? text(row) : String(value(row) ?? "");

/** RFC 4180. A leading quote keeps spreadsheets from running a text as a formula. */
export const figureCsv = <R,>(rows: readonly R[], columns: readonly FigureColumn<R>[]): string =>
  [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ value }) => value(row)))]
    .map((cells) => `${cells.map(csvCell).join(",")}\r\n`)
    .join("");

const csvCell = (value: string | number | null | undefined): string => {
  if (typeof value !== "string") return String(value ?? "");
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** Downloads a text as a file. */
export const saveFile = (
  name: string,
  text: string,
  type: "text/csv" | "application/json" = "text/csv",
): void => {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
