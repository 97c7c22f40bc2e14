// Fields for a date, an amount or a property: the columns that it is made of, their formats, and what the
// rows of one event make of it.

import { SelectField, TextField } from "../../../ui/field.js";
import type { ColumnInfo } from "./columns.js";
import type { FieldMapping, Format } from "./draft.js";
import { amountChoices, dateChoices, propertyChoices } from "./formats.js";
import styles from "./mapping.module.css";
import { columnsOfField, mappingOfParts, type Part, partsOf } from "./roles.js";

interface EditorProps {
  field: FieldMapping;
  columns: readonly ColumnInfo[];
  /** The noun of the events: "order". */
  noun: string;
  /** Several rows are one event. */
  isKeyed: boolean;
  onChange: (field: FieldMapping) => void;
}

const withFormat = ({ format: _, ...field }: FieldMapping, format: Format | ""): FieldMapping => ({
  ...field,
  ...(format && { format }),
});

export const DateEditor = ({
  field,
  columns,
  onChange,
}: Pick<EditorProps, "field" | "columns" | "onChange">) => {
  const [first] = columnsOfField(field);
  const detected = columns.find(({ name }) => name === first)?.format;
  return (
    <div className={styles.fields}>
      <SelectField
        label="Date format"
        value={field.format ?? ""}
        choices={dateChoices(field.format, detected)}
        onChange={(format) => onChange(withFormat(field, format))}
      />
    </div>
  );
};

const combinations = [
  { value: "product", label: "Multiplied" },
  { value: "sum", label: "Added" },
  { value: "difference", label: "The first, less the others" },
  { value: "discounted_product", label: "Multiplied, less the last" },
] as const;

export const AmountEditor = ({ field, columns, noun, isKeyed, onChange }: EditorProps) => {
  const parts = partsOf(field);
  const { combine = "product" } = field;
  const put = (changed: readonly Part[]) => onChange(mappingOfParts(changed, { ...field, combine }));
  const free = columns.filter(({ name }) => !parts.some(({ column_name }) => column_name === name));
  return (
    <div className={styles.fields}>
      {parts.map((part, index) => (
        <AmountPart
          key={part.column_name}
          part={part}
          isAlone={parts.length === 1}
          onChange={(changed) => put(parts.with(index, changed))}
          onRemove={() => put(parts.toSpliced(index, 1))}
        />
      ))}
      <SelectField
        label="Calculate with another column"
        hint="For example quantity × price, or total − refunded amount."
        value=""
        choices={[
          { value: "", label: "None" },
          ...free.map(({ name, examples: [example] }) => ({
            value: name,
            label: example ? `${name} (${example})` : name,
          })),
        ]}
        onChange={(column) => column && put([...parts, { column_name: column }])}
      />
      {parts.length > 1 && (
        <SelectField
          label="Columns are"
          value={combine}
          choices={combinations}
          onChange={(chosen) => onChange(mappingOfParts(parts, { ...field, combine: chosen }))}
        />
      )}
      {isKeyed && (
        <Aggregate field={field} noun={noun} offered={amountAggregates(field)} onChange={onChange} />
      )}
    </div>
  );
};

const AmountPart = ({
  part,
  isAlone,
  onChange,
  onRemove,
}: {
  part: Part;
  isAlone: boolean;
  onChange: (part: Part) => void;
  onRemove: () => void;
}) => {
  const { column_name, format, pattern } = part;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div className={styles.part} role="group" aria-label={column_name}>
      <SelectField
        label={`Format of ${column_name}`}
        value={format ?? ""}
        choices={amountChoices(format)}
        onChange={(chosen) =>
          onChange({ column_name, ...(pattern && { pattern }), ...(chosen && { format: chosen }) })
        }
      />
      <TextField
        label={`Pattern in ${column_name}`}
        hint="Optional: a regular expression whose group is the number. All matches are added."
        placeholder="amount:([0-9.]+)"
        value={pattern ?? ""}
        onChange={(typed) =>
          onChange({ column_name, ...(format && { format }), ...(typed && { pattern: typed }) })
        }
      />
      {!isAlone && (
        <button type="button" className={styles.link} onClick={onRemove}>
          Remove {column_name} from the amount
        </button>
      )}
    </div>
  );
};

export const PropertyEditor = ({
  name,
  onRename,
  ...props
}: EditorProps & { name: string; onRename: (name: string) => void }) => {
  const { field, noun, isKeyed, onChange } = props;
  return (
    <div className={styles.fields}>
      <NameField label="Property name" name={name} onRename={onRename} />
      {field.columns === undefined && (
        <SelectField
          label="Values are"
          value={field.format ?? ""}
          choices={propertyChoices(field.format)}
          onChange={(format) => onChange(withFormat(field, format))}
        />
      )}
      {isKeyed && !(field.columns && !field.combine) && (
        <Aggregate field={field} noun={noun} offered={propertyAggregates} onChange={onChange} />
      )}
    </div>
  );
};

type AggregateName = NonNullable<FieldMapping["aggregate"]>;

const aggregateLabels = (noun: string): Readonly<Record<AggregateName, string>> => ({
  first: `First value of the ${noun}`,
  last: `Last value of the ${noun}`,
  sum: "Sum of the rows",
  max: "Largest value",
  count: "Number of values",
  distinct_count: "Number of different values",
  top: "Most frequent value",
  list: "List of the different values",
});
const amountAggregates = ({ combine }: FieldMapping): readonly AggregateName[] =>
  combine ? ["sum", "first", "last", "max"] : ["first", "last", "sum", "max"];
const propertyAggregates = ["first", "last", "list", "top", "count", "distinct_count", "sum", "max"] as const;

/** The first one is that of a field that names none. */
const Aggregate = ({
  field,
  noun,
  offered,
  onChange,
}: Pick<EditorProps, "field" | "noun" | "onChange"> & { offered: readonly AggregateName[] }) => {
  const labels = aggregateLabels(noun);
  return (
    <SelectField
      label={`Of the rows of one ${noun}`}
      value={field.aggregate ?? offered[0]!}
      choices={offered.map((value) => ({ value, label: labels[value] }))}
      onChange={(aggregate) => onChange({ ...field, aggregate })}
    />
  );
};

/** A name is changed when the field is left, so that it is never unfinished. */
export const NameField = ({
  label,
  hint,
  name,
  list,
  onRename,
}: {
  label: string;
  hint?: string;
  name: string;
  list?: string;
  onRename: (name: string) => void;
}) => (
  <TextField
    key={name}
    label={label}
    hint={hint}
    list={list}
    defaultValue={name}
    onBlur={({ target }) => {
      if (/[A-Za-z0-9]/.test(target.value) && target.value !== name) onRename(target.value.trim());
      else target.value = name;
    }}
    onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
  />
);
