// Settings of a mapping that few files need: people named in a row besides the customer, keys, and lists of
// people to exclude.

import type { Schemas } from "../../../api/client.js";
import { Button } from "../../../ui/button.js";
import { NumberField, SelectField } from "../../../ui/field.js";
import { ColumnChecks } from "./column-checks.js";
import { type PartProps, whoIn } from "./columns.js";
import { type Draft, type IdentitySet, renamed, unusedName, withoutSet, withSet } from "./draft.js";
import { NameField } from "./field-settings.js";
import { canIdentify } from "./fields.js";
import styles from "./mapping.module.css";
import { withColumns } from "./roles.js";

type Rows = NonNullable<Schemas["Dataset"]["sample"]>;

export const PeopleSettings = ({ draft, onChange, rows }: PartProps & { rows: Rows }) => {
  const sets = Object.entries(draft.identity_sets);
  const rename = (from: string, typed: string) => {
    const taken = sets.flatMap(([name]) => (name === from ? [] : [name]));
    const to = taken.includes(typed) ? unusedName(typed, taken) : typed;
    onChange({ ...draft, identity_sets: renamed(draft.identity_sets, from, to) });
  };
  return (
    <details className={styles.more}>
      <summary>
        People in a row{" "}
        <span className="soft small">{sets.map(([name]) => name).join(", ") || "none yet"}</span>
      </summary>
      <div className={styles.moreBody}>
        <p className="soft">
          All columns of a person are used to find rows of the same customer, even if they are spelled
          differently. A row belongs to the first of these people whom it names.
        </p>
        {sets.map(([name, set]) => (
          <section key={name} className={styles.entry} aria-label={`Person: ${name}`}>
            <div className={styles.entryHead}>
              <NameField
                label="Role"
                hint="Such as customer, billing or shipping."
                name={name}
                onRename={(typed) => rename(name, typed)}
              />
              <Button look="quiet" onClick={() => onChange(withoutSet(draft, name))}>
                Remove <span className="visually-hidden">{name}</span>
              </Button>
            </div>
            <SamplePeople rows={rows} set={set} />
          </section>
        ))}
        <div>
          <Button onClick={() => onChange(withSet(draft))}>
            {sets.length === 0 ? "Add person" : "Add another person or address in the same row"}
          </Button>
        </div>
      </div>
    </details>
  );
};

const SamplePeople = ({ rows, set }: { rows: Rows; set: IdentitySet }) => {
  const people = rows
    .slice(0, 3)
    .map((row) => whoIn(row, set))
    .filter(Boolean);
  return (
    <div className={styles.sample} aria-live="polite">
      {people.length > 0 && (
        <>
          <p className="soft small">In the first rows</p>
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
          These columns alone cannot identify a person. That takes an e-mail address, a phone number or a
          customer ID, or a last name with a street, a postcode or a date of birth.
        </p>
      )}
    </div>
  );
};

export const KeySettings = ({ draft, onChange, columns }: PartProps) => {
  const keys = (field: "upsert_columns" | "reference_key_columns") => {
    const chosen = draft[field] ?? [];
    return {
      columns,
      chosen: chosen.map((column) => ({ column, name: column })),
      onAdd: (column: string) => onChange(withColumns(draft, field, [...chosen, column])),
      onRemove: (column: string) =>
        onChange(
          withColumns(
            draft,
            field,
            chosen.filter((one) => one !== column),
          ),
        ),
    };
  };
  const { privacy: _, ...rest } = draft;
  const { keep_months: months, ...unlimited } = draft;
  const isDated = Object.values(draft.output_to_streams).some(({ data_map }) => data_map.datetime);
  return (
    <details className={styles.more}>
      <summary>
        More settings <span className="soft small">keys, people to exclude, age limit</span>
      </summary>
      <div className={styles.moreBody}>
        <ColumnChecks
          legend="Unique row key"
          hint="Of several rows with the same key, the one in the newest file counts. Without a key, identical rows count once."
          {...keys("upsert_columns")}
        />
        <ColumnChecks
          legend="Reference keys for deployments"
          hint="Deployments can identify people by these keys instead of name and address."
          {...keys("reference_key_columns")}
        />
        <SelectField<NonNullable<Draft["privacy"]> | "none">
          label="Is this a list of people to exclude?"
          value={draft.privacy ?? "none"}
          choices={[
            { value: "none", label: "No" },
            { value: "suppress", label: "Yes: exclude them from training, scores and files" },
            { value: "delete", label: "Yes, and also ignore their rows in other datasets" },
          ]}
          onChange={(privacy) => onChange(privacy === "none" ? rest : { ...rest, privacy })}
        />
        {(isDated || months !== undefined) && (
          <NumberField
            label="Age limit of rows, in months"
            hint="Empty: none. On the first day of each month, rows of older months are left out, with everything that followed from them. A file without any other row is deleted a week later, for good."
            value={months}
            min={1}
            onChange={(keep_months) =>
              onChange(keep_months === undefined ? unlimited : { ...draft, keep_months })
            }
          />
        )}
      </div>
    </details>
  );
};
