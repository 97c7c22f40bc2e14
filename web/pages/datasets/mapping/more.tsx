// What few files need: a key of rows, keys of people for deployments, and lists of people to leave out.

import { SelectField } from "../../../ui/field.js";
import { ColumnChecks } from "./column-checks.js";
import type { Draft } from "./draft.js";
import styles from "./mapping.module.css";
import type { PartProps } from "./part.js";

export const More = ({ draft, onChange, columns }: PartProps) => {
  const keys = (field: "keyColumns" | "referenceColumns") => ({
    columns,
    chosen: draft[field].map((column) => ({ column, name: column })),
    onAdd: (column: string) => onChange({ ...draft, [field]: [...draft[field], column] }),
    onRemove: (column: string) =>
      onChange({ ...draft, [field]: draft[field].filter((one) => one !== column) }),
  });
  return (
    <details className={styles.more}>
      <summary>More: keys, and people to leave out</summary>
      <div className={styles.moreBody}>
        <ColumnChecks
          legend="What makes a row unique"
          hint="An order number, for instance. Of rows that agree in all of it, the newest file’s counts. Without any, identical rows count once."
          {...keys("keyColumns")}
        />
        <ColumnChecks
          legend="Your own keys of people, for deployments"
          hint="A deployment can tell people by them instead of by name and address."
          {...keys("referenceColumns")}
        />
        <SelectField<Draft["privacy"]>
          label="Is it a list of people to leave out?"
          value={draft.privacy}
          choices={[
            { value: "none", label: "No" },
            { value: "suppress", label: "Yes: leave them out of learning, scores and files" },
            { value: "delete", label: "Yes, and leave out what other datasets hold of them" },
          ]}
          onChange={(privacy) => onChange({ ...draft, privacy })}
        />
      </div>
    </details>
  );
};
