// Who a row is about: one set of columns for each way in which a row names a person.

import { Button } from "../../../ui/button.js";
import { FieldGroup, SelectField, TextField } from "../../../ui/field.js";
import { Panel } from "../../../ui/panel.js";
import { type ColumnInfo, columnChoices, type PartProps, whoIn } from "./columns.js";
import { type IdentitySet, type SetDraft, withSet } from "./draft.js";
import { fieldSections, type IdentityField, saysEnough, withField } from "./fields.js";
import styles from "./mapping.module.css";

export const Who = ({ draft, onChange, columns, rows }: PartProps) => {
  const put = (changed: SetDraft) =>
    onChange({ ...draft, sets: draft.sets.map((one) => (one.key === changed.key ? changed : one)) });
  return (
    <Panel title="Who a row is about">
      <p className="soft">
        Records that tell of the same person are brought together by all of it, in any spelling. The more you
        name, the more of them are found.
      </p>
      {draft.sets.map((one) => (
        <SetFields
          key={one.key}
          one={one}
          columns={columns}
          rows={rows}
          onChange={put}
          onRemove={() => onChange({ ...draft, sets: draft.sets.filter(({ key }) => key !== one.key) })}
        />
      ))}
      <div>
        <Button onClick={() => onChange(withSet(draft))}>
          {draft.sets.length === 0 ? "Say who" : "Another person or address in the same row"}
        </Button>
      </div>
    </Panel>
  );
};

const SetFields = ({
  one,
  columns,
  rows,
  onChange,
  onRemove,
}: Pick<PartProps, "columns" | "rows"> & {
  one: SetDraft;
  onChange: (one: SetDraft) => void;
  onRemove: () => void;
}) => (
  <section className={styles.entry} aria-label={`Who: ${one.name}`}>
    <div className={styles.entryHead}>
      <TextField
        label="What it is called"
        value={one.name}
        onChange={(name) => onChange({ ...one, name })}
        required
      />
      <Button look="quiet" onClick={onRemove}>
        Remove <span className="visually-hidden">{one.name}</span>
      </Button>
    </div>
    {fieldSections.map(({ title, fields }) => (
      <FieldGroup key={title} legend={title}>
        {fields.map(({ field, label, hint }) => (
          <FieldColumns
            key={field}
            field={field}
            label={label}
            hint={hint}
            set={one.set}
            columns={columns}
            onChange={(set) => onChange({ ...one, set })}
          />
        ))}
      </FieldGroup>
    ))}
    <WhoIsRead rows={rows} set={one.set} />
  </section>
);

/** The street may be in several columns: there is always room for one more. */
const FieldColumns = ({
  field,
  label,
  hint,
  set,
  columns,
  onChange,
}: {
  field: IdentityField;
  label: string;
  hint: string | undefined;
  set: IdentitySet;
  columns: readonly ColumnInfo[];
  onChange: (set: IdentitySet) => void;
}) => {
  const named = set[field];
  const chosen =
    field === "house_number_and_street"
      ? [...(set.house_number_and_street ?? []), ""]
      : [String(named ?? "")];
  return chosen.map((column, index) => (
    <SelectField
      // biome-ignore lint/suspicious/noArrayIndexKey: the place in the address is what tells them apart
      key={index}
      label={index === 0 ? label : `${label}, line ${index + 1}`}
      hint={hint}
      value={column}
      choices={columnChoices(columns, { chosen: column })}
      onChange={(to) => onChange(withField(set, field, chosen.with(index, to)))}
    />
  ));
};

const WhoIsRead = ({ rows, set }: { rows: PartProps["rows"]; set: IdentitySet }) => {
  const people = rows.map((row) => whoIn(row, set)).filter(Boolean);
  return (
    <div className={styles.evidence} aria-live="polite">
      {people.length > 0 && (
        <>
          <p className="soft small">The first rows are about</p>
          <ul>
            {people.map((person, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be about the same person
              <li key={index}>{person}</li>
            ))}
          </ul>
        </>
      )}
      {!saysEnough(set) && (
        <p className={styles.warning}>
          Not enough to tell anybody yet: it takes an e-mail address, a telephone number or a key of yours, or
          a family name with a street, a postcode or a date of birth.
        </p>
      )}
    </div>
  );
};
