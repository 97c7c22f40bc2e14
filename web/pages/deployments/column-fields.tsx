// The column fields of a deployment's form: all columns, or a selection with its own order and names.

import type { Records } from "../../api/kinds.js";
import { Button } from "../../ui/button.js";
import { CheckField, SelectField, TextField } from "../../ui/field.js";
import styles from "./column-fields.module.css";
import type { PartProps, StructureColumn } from "./draft.js";
import { availableColumns, moved } from "./structure.js";

export const ColumnFields = ({ draft, onChange, pipeline }: PartProps & { pipeline: Records["scopes"] }) => {
  const available = availableColumns(pipeline.columns, draft);
  const put = (structure: readonly StructureColumn[] | undefined) => onChange({ ...draft, structure });
  return (
    <>
      <CheckField
        label="Choose columns, order and names"
        hint={`Otherwise all ${available.length} columns are delivered.`}
        checked={draft.structure !== undefined}
        onChange={(isChosen) => put(isChosen ? available : undefined)}
      />
      {draft.structure && <Chosen structure={draft.structure} available={available} onChange={put} />}
    </>
  );
};

interface ChosenProps {
  structure: readonly StructureColumn[];
  available: readonly StructureColumn[];
  onChange: (structure: readonly StructureColumn[]) => void;
}

const Chosen = ({ structure, available, onChange }: ChosenProps) => {
  const others = available.filter(
    ({ scope_col }) => !structure.some((column) => column.scope_col === scope_col),
  );
  return (
    <>
      <ol className={styles.columns}>
        {structure.map((column, index) => (
          <li key={column.scope_col} className={styles.column}>
            <TextField
              label={`Name of column ${index + 1}`}
              hint={`from ${available.find(({ scope_col }) => scope_col === column.scope_col)?.output_col ?? column.scope_col}`}
              value={column.output_col}
              onChange={(output_col) => onChange(structure.with(index, { ...column, output_col }))}
            />
            <Moves
              name={column.output_col}
              isFirst={index === 0}
              isLast={index === structure.length - 1}
              onMove={(by) => onChange(moved(structure, index, by))}
              onRemove={() => onChange(structure.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <SelectField
          label="Add a column"
          value=""
          choices={[
            { value: "", label: "Choose a column" },
            ...others.map(({ scope_col, output_col }) => ({ value: scope_col, label: output_col })),
          ]}
          onChange={(chosen) =>
            onChange([...structure, ...others.filter(({ scope_col }) => scope_col === chosen)])
          }
        />
      )}
    </>
  );
};

interface MovesProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

const Moves = ({ name, isFirst, isLast, onMove, onRemove }: MovesProps) => (
  <span className={styles.moves}>
    <Button look="quiet" disabled={isFirst} onClick={() => onMove(-1)} aria-label={`Move ${name} up`}>
      ↑
    </Button>
    <Button look="quiet" disabled={isLast} onClick={() => onMove(1)} aria-label={`Move ${name} down`}>
      ↓
    </Button>
    <Button look="quiet" onClick={onRemove} aria-label={`Remove ${name}`}>
      Remove
    </Button>
  </span>
);
