// Columns of a file, one row each: its name, samples, fill rate and role. Columns in use are open, the others folded.

import { useId, useState } from "react";
import type { Schemas } from "../../../api/client.js";
import { Button } from "../../../ui/button.js";
import { classNames } from "../../../ui/class-names.js";
import { SelectField } from "../../../ui/field.js";
import { formatCounted, formatPercent } from "../../../ui/format.js";
import { ColumnSettings } from "./column-settings.js";
import type { ColumnInfo, PartProps } from "./columns.js";
import styles from "./mapping.module.css";
import { type Role, roleChoices, roleKey, rolesOf, unused, withoutRole, withRole } from "./roles.js";

type ProposedColumn = NonNullable<Schemas["Dataset"]["proposal"]>["columns"][number];

interface ColumnRowsProps extends PartProps {
  /** Proposed role of each column. */
  proposed: readonly ProposedColumn[];
}

export const ColumnRows = ({ proposed, ...part }: ColumnRowsProps) => {
  const { draft, columns } = part;
  const roles = rolesOf(draft);
  const [areAllShown, setAllShown] = useState(false);
  // A column whose role is taken away stays where it is.
  const [kept] = useState(() => new Set(roles.keys()));
  const isOpen = ({ name }: ColumnInfo) => roles.has(name) || kept.has(name);
  const folded = columns.filter((column) => !isOpen(column));
  const absent = [...roles.keys()].filter((name) => !columns.some((column) => column.name === name));
  const shown = areAllShown || folded.length === columns.length ? columns : columns.filter(isOpen);
  return (
    <div className={styles.columns}>
      <div className={styles.columnHead} aria-hidden="true">
        <span>Column</span>
        <span>Samples</span>
        <span>Filled</span>
        <span>Is</span>
      </div>
      <ul className={styles.columnList} aria-label="Columns">
        {[...absent.map(absentColumn), ...shown].map((column) => (
          <ColumnRow
            key={column.name}
            {...part}
            column={column}
            roles={roles.get(column.name) ?? []}
            proposed={proposed.find(({ name }) => name === column.name)}
          />
        ))}
      </ul>
      {folded.length > 0 && folded.length < columns.length && (
        <p className={styles.fold}>
          {formatCounted(folded.length, "more column is", "more columns are")} not used{" "}
          <Button look="quiet" aria-expanded={areAllShown} onClick={() => setAllShown(!areAllShown)}>
            {areAllShown ? "Hide" : "Show"}
          </Button>
        </p>
      )}
    </div>
  );
};

/** A column that the mapping names and the files lack. */
const absentColumn = (name: string): ColumnInfo => ({
  name,
  type: "string",
  fillRate: 0,
  examples: ["not in the files"],
  values: [],
});

interface ColumnRowProps extends PartProps {
  column: ColumnInfo;
  roles: readonly Role[];
  proposed: ProposedColumn | undefined;
}

const ColumnRow = ({ column, roles, proposed, ...part }: ColumnRowProps) => {
  const { draft, onChange } = part;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { name, examples, fillRate } = column;
  const [first] = roles;
  const facts = { isText: column.type === "string", values: column.values };
  const choose = (chosen: string) => {
    if (chosen === "") return onChange(unused(draft, name));
    const role = JSON.parse(chosen) as Role;
    onChange(withRole(first ? withoutRole(draft, name, first) : draft, name, role, facts));
  };
  return (
    <li className={classNames(styles.column, roles.length === 0 && styles.unused)}>
      <strong className={styles.columnName}>{name}</strong>
      <span className={styles.samples}>{examples.join(" · ")}</span>
      <span className={styles.filled}>
        {fillRate === null ? (
          <span className="soft">not read yet</span>
        ) : (
          <>
            <span className={styles.filledWord}>filled </span>
            {formatPercent(fillRate)}
          </>
        )}
      </span>
      <div className={styles.is}>
        <SelectField
          label={`${name} is`}
          isLabelHidden
          value={first ? roleKey(first) : ""}
          choices={roleChoices(draft, first, proposed?.is === "later")}
          onChange={choose}
        />
        {roles.length > 0 && (
          <Button look="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            Details <span className="visually-hidden">of {name}</span>
          </Button>
        )}
      </div>
      {proposed?.why && proposed.is !== "unused" && first && (
        <p className={classNames("soft", "small", styles.why)}>{proposed.why}</p>
      )}
      <div id={id} hidden={!isOpen} className={styles.columnDetails}>
        {isOpen && <ColumnSettings {...part} column={column} roles={roles} />}
      </div>
    </li>
  );
};
