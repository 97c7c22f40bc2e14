// A figure of rows, as a picture, a table and a CSV file.

import { type ReactNode, useId, useState } from "react";
import { Button } from "../ui/button.js";
import { type FigureColumn, figureCsv, saveFile, shownText } from "./columns.js";
import styles from "./figure.module.css";
import { Picture, type Sketch } from "./picture.js";

interface FigureProps<R> {
  title: string;
  /** How to read it, in a sentence or two. */
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
}: FigureProps<R>) => {
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <h3 id={id}>{title}</h3>
        {about && <p className="small soft">{about}</p>}
      </figcaption>
      <div className={styles.tools}>
        <Button look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? "Show picture" : "Show table"}
          <span className="visually-hidden"> of {title}</span>
        </Button>
        <Button look="quiet" onClick={() => saveFile(`${fileName}.csv`, figureCsv(rows, columns))}>
          Download CSV<span className="visually-hidden"> of {title}</span>
        </Button>
      </div>
      {isTable ? (
        <Table label={title} rows={rows} columns={columns} />
      ) : (
        <Picture label={`${title}. ${summary}`} height={height} sketch={sketch} />
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
