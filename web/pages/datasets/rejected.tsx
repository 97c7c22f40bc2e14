// Rejected rows, each with its position and the reason.

import type { Schemas } from "../../api/client.js";
import { type FigureColumn, figureCsv, saveFile } from "../../charts/figure.js";
import { Button } from "../../ui/button.js";
import { formatCount, formatCounted } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import styles from "./dataset.module.css";
import { reasonsOf } from "./row-counts.js";

type Log = Schemas["IngressLog"];
type Reject = Log["rejects"][number];

export const Rejected = ({ log, name }: { log: Log; name: string }) => {
  const { rejected, rejects } = log;
  if (rejected === 0) return <p className="soft">No rows were rejected.</p>;
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h3>Rejected rows: {formatCount(rejected)}</h3>
        <Button
          look="quiet"
          onClick={() => saveFile(`${name} rejected rows.csv`, figureCsv(rejects, columns))}
        >
          Download CSV<span className="visually-hidden"> of rejected rows</span>
        </Button>
      </div>
      <ul className={styles.reasons}>
        {reasonsOf(rejects).map(({ reason, column, rows, first }) => (
          <li key={`${column} ${reason}`}>
            {formatCounted(rows, "row")}: {column && <strong>{column}</strong>} {reason}, first in{" "}
            {first.file}, {first.is_record ? "record" : "line"} {formatCount(first.line)}
            {first.value !== null && (
              <>
                : <code>{first.value}</code>
              </>
            )}
          </li>
        ))}
      </ul>
      <details>
        <summary>
          {rejects.length < rejected
            ? `First ${formatCounted(rejects.length, "rejected row")}`
            : "All rejected rows"}
        </summary>
        <List label="All rejected rows" rows={rejects} rowKey={keyOf} columns={columns} empty={null} />
      </details>
    </section>
  );
};

const keyOf = ({ file, line, column, reason }: Reject): string => `${file}:${line}:${column ?? ""}:${reason}`;

const columns: readonly (Column<Reject> & FigureColumn<Reject>)[] = [
  { header: "File", value: ({ file }) => file, isFilter: true },
  { header: "Line", value: ({ line }) => line, isNumber: true },
  { header: "Column", value: ({ column }) => column ?? "whole row" },
  {
    header: "Value",
    value: ({ value }) => value,
    cell: ({ value }) => (value === null ? "" : <code className={styles.examples}>{value}</code>),
  },
  { header: "Reason", value: ({ reason }) => reason, isFilter: true },
];
