// The part of the mapping form that identifies the customer of a row. A row may name several people or addresses, each by its own set.

import { identityLabels } from "../../../../src/words/labels.js";
import { Button } from "../../../ui/button.js";
import { FieldGroup, SelectField, TextField } from "../../../ui/field.js";
import { Panel } from "../../../ui/panel.js";
import { type ColumnInfo, columnChoices, type PartProps, whoIn } from "./columns.js";
import { type IdentitySet, type SetDraft, withSet } from "./draft.js";
import { canIdentify, fieldSections, type IdentityField, withField } from "./fields.js";
import styles from "./mapping.module.css";

export const CustomerFields = ({ draft, onChange, columns, rows }: PartProps) => {
  const put = (changed: SetDraft) =>
    onChange({ ...draft, sets: draft.sets.map((one) => (one.key === changed.key ? changed : one)) });
  return (
    <Panel title="Customer">
      <p className="soft">
        All of these columns are used to find rows of the same person, even if they are spelled differently.
        Map as many as you can.
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
          {draft.sets.length === 0 ? "Add customer" : "Add another person or address in the same row"}
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
  <section className={styles.entry} aria-label={`Customer: ${one.name}`}>
    <div className={styles.entryHead}>
      <TextField
        label="Label"
        hint="Distinguishes it from others in the same row, such as shipping and billing."
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
        {fields.map(({ field, hint }) => (
          <FieldColumns
            key={field}
            field={field}
            hint={hint}
            set={one.set}
            columns={columns}
            onChange={(set) => onChange({ ...one, set })}
          />
        ))}
      </FieldGroup>
    ))}
    <SampleCustomers rows={rows} set={one.set} />
  </section>
);

/** The street may span several columns, so there is always room for one more. */
const FieldColumns = ({
  field,
  hint,
  set,
  columns,
  onChange,
}: {
  field: IdentityField;
  hint: string | undefined;
  set: IdentitySet;
  columns: readonly ColumnInfo[];
  onChange: (set: IdentitySet) => void;
}) => {
  const label = identityLabels[field];
  const named = set[field];
  const chosen =
    field === "house_number_and_street"
      ? [...(set.house_number_and_street ?? []), ""]
      : [String(named ?? "")];
  return chosen.map((column, index) => (
    <SelectField
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address have no other key
      key={index}
      label={index === 0 ? label : `${label}, line ${index + 1}`}
      hint={hint}
      value={column}
      choices={columnChoices(columns, { chosen: column })}
      onChange={(to) => onChange(withField(set, field, chosen.with(index, to)))}
    />
  ));
};

const SampleCustomers = ({ rows, set }: { rows: PartProps["rows"]; set: IdentitySet }) => {
  const people = rows.map((row) => whoIn(row, set)).filter(Boolean);
  return (
    <div className={styles.sample} aria-live="polite">
      {people.length > 0 && (
        <>
          <p className="soft small">Customers in the first rows</p>
          <ul>
            {people.map((person, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same customer
              <li key={index}>{person}</li>
            ))}
          </ul>
        </>
      )}
      {!canIdentify(set) && (
        <p className={styles.warning}>
          These columns cannot identify a person yet. Map an e-mail address, a phone number or a customer ID,
          or a last name with a street, a postcode or a date of birth.
        </p>
      )}
    </div>
  );
};
