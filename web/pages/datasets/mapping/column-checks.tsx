// Checkboxes for any number of columns.

import { CheckField } from "../../../ui/field.js";
import type { ColumnInfo } from "./columns.js";
import styles from "./mapping.module.css";

interface ColumnChecksProps {
  legend: string;
  hint?: string;
  columns: readonly ColumnInfo[];
  /** Each with its name in the mapping. */
  chosen: readonly { column: string; name: string }[];
  onAdd: (column: string) => void;
  onRemove: (column: string) => void;
}

export const ColumnChecks = ({ legend, hint, columns, chosen, onAdd, onRemove }: ColumnChecksProps) => (
  <fieldset className={styles.checks}>
    <legend>{legend}</legend>
    {hint && <p className="soft small">{hint}</p>}
    <div>
      {columns.map(({ name: column, examples }) => {
        const found = chosen.find((one) => one.column === column);
        return (
          <CheckField
            key={column}
            label={found && found.name !== column ? `${column}, as ${found.name}` : column}
            hint={examples.slice(0, 2).join(", ")}
            checked={found !== undefined}
            onChange={(isChosen) => (isChosen ? onAdd : onRemove)(column)}
          />
        );
      })}
    </div>
  </fieldset>
);
