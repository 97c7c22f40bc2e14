// Fields of conditions, on properties, traits, places and atlases: “category · is one of · books, toys”.

import { Fragment, type ReactNode, useId, useRef, useState } from "react";
import { linesSentence } from "../../../src/words/conditions.js";
import { columnOperatorLabels, dateOperatorLabels } from "../../../src/words/labels.js";
import { capitalized } from "../../../src/words/plural.js";
import type { Schemas } from "../../api/client.js";
import { Button } from "../../ui/button.js";
import { CheckField, NumberField, SelectField, TextField } from "../../ui/field.js";
import {
  type Condition,
  type ConditionLines,
  type ConditionValue,
  conditionAbout,
  type Operator,
  operatorsFor,
  type Subject,
  subjectNamed,
  type Test,
  takesMany,
  takesNone,
  testBy,
} from "./condition.js";
import styles from "./condition-fields.module.css";
import type { LocationCondition, PlaceCondition } from "./draft.js";

interface ConditionListProps {
  /** The noun of the subjects: "property". */
  what: string;
  subjects: readonly Subject[];
  conditions: readonly Condition[];
  /** Noun of what several rows are: "order"; absent where each row is tested for itself. */
  ofLines?: string | undefined;
  onChange: (conditions: readonly Condition[]) => void;
}

export const ConditionList = ({ what, subjects, conditions, ofLines, onChange }: ConditionListProps) => {
  const [first] = subjects;
  return (
    <EditedList
      what={`condition on a ${what}`}
      conditions={conditions}
      fresh={first && (() => conditionAbout(first))}
      onChange={onChange}
    >
      {(condition, change, remove) => (
        <ConditionFields
          what={what}
          subjects={subjects}
          condition={condition}
          ofLines={ofLines}
          canBeOptional={conditions.length > 1 || condition.isOptional}
          onChange={change}
          onRemove={remove}
        />
      )}
    </EditedList>
  );
};

interface ConditionFieldsProps {
  what: string;
  subjects: readonly Subject[];
  condition: Condition;
  ofLines: string | undefined;
  canBeOptional: boolean;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

const ConditionFields = ({
  what,
  subjects,
  condition,
  ofLines,
  canBeOptional,
  onChange,
  onRemove,
}: ConditionFieldsProps) => {
  const subject = subjectNamed(condition.of, subjects);
  const offered = subjects.some(({ name }) => name === subject.name) ? subjects : [...subjects, subject];
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div role="group" aria-label={`Condition on ${subject.label}`} className={styles.condition}>
      <SelectField
        label={capitalized(what)}
        value={condition.of}
        choices={offered.map(({ name, label }) => ({ value: name, label }))}
        onChange={(name) => onChange({ ...condition, ...conditionAbout(subjectNamed(name, subjects)) })}
      />
      <div className={styles.tests}>
        {condition.tests.map((test, index) => (
          <TestFields
            key={`${id}${test.operator}`}
            subject={subject}
            test={test}
            onChange={(changed) => onChange({ ...condition, tests: condition.tests.with(index, changed) })}
          />
        ))}
      </div>
      <Button look="quiet" onClick={onRemove} aria-label={`Remove the condition on ${subject.label}`}>
        Remove
      </Button>
      {ofLines !== undefined && (
        <SelectField<ConditionLines | "">
          label={`Which rows of the ${ofLines}`}
          value={condition.lines ?? ""}
          choices={[
            { value: "", label: "By the values in the file" },
            { value: "each", label: "Each row: another one is left out" },
            { value: "all", label: `All rows, or the ${ofLines} is left out` },
            { value: "event", label: `The first value is that of the ${ofLines}` },
          ]}
          hint={linesSentence(condition.lines, subject.label, ofLines)}
          onChange={(lines) => onChange({ ...condition, lines: lines === "" ? undefined : lines })}
        />
      )}
      {canBeOptional && (
        <CheckField
          label="Optional"
          hint="At least one of the optional conditions must hold."
          checked={condition.isOptional}
          onChange={(isOptional) => onChange({ ...condition, isOptional })}
        />
      )}
    </div>
  );
};

const TestFields = ({
  subject,
  test,
  onChange,
}: {
  subject: Subject;
  test: Test;
  onChange: (test: Test) => void;
}) => (
  <div className={styles.test}>
    <SelectField
      label="Comparison"
      value={test.operator}
      choices={operatorsFor(subject.type, test.operator).map((operator) => ({
        value: operator,
        label: operatorLabel(operator, subject),
      }))}
      onChange={(operator) => onChange(testBy(operator, subject, test))}
    />
    <ValueField subject={subject} test={test} onChange={(values) => onChange({ ...test, values })} />
  </div>
);

const operatorLabel = (operator: Operator, { type }: Subject): string =>
  (type === "date" && dateOperatorLabels[operator]) || columnOperatorLabels[operator];

interface ValueFieldProps {
  subject: Subject;
  test: Test;
  onChange: (values: readonly ConditionValue[]) => void;
}

const ValueField = ({ subject, test, onChange }: ValueFieldProps) => {
  if (takesNone(test.operator)) return null;
  if (takesMany(test.operator)) return <Several subject={subject} values={test.values} onChange={onChange} />;
  return <One subject={subject} value={test.values[0] ?? ""} onChange={(value) => onChange([value])} />;
};

interface OneProps {
  subject: Subject;
  value: ConditionValue;
  onChange: (value: ConditionValue) => void;
}

const One = ({ subject, value, onChange }: OneProps) => {
  const id = useId();
  if (subject.type === "boolean")
    return (
      <SelectField
        label="Value"
        value={String(value)}
        choices={[
          { value: "true", label: "yes" },
          { value: "false", label: "no" },
        ]}
        onChange={(chosen) => onChange(chosen === "true")}
      />
    );
  if (subject.type === "number")
    return (
      <TextField
        label="Value"
        type="number"
        step="any"
        value={String(value)}
        onChange={(typed) => onChange(typed === "" ? "" : Number(typed))}
      />
    );
  if (subject.type === "date")
    return <TextField label="Day" type="date" value={String(value).slice(0, 10)} onChange={onChange} />;
  return (
    <>
      <TextField label="Value" value={String(value)} list={id} onChange={onChange} />
      <datalist id={id}>
        {subject.values.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
};

const Several = ({
  subject,
  values,
  onChange,
}: {
  subject: Subject;
  values: readonly ConditionValue[];
  onChange: (values: readonly ConditionValue[]) => void;
}) => {
  const [other, setOther] = useState("");
  const offered = [...new Set([...subject.values, ...values])];
  const add = () => {
    if (other !== "" && !values.includes(other)) onChange([...values, other]);
    setOther("");
  };
  return (
    <fieldset className={styles.values}>
      <legend>Values</legend>
      <div className={styles.boxes}>
        {offered.map((one) => (
          <CheckField
            key={String(one)}
            label={String(one)}
            checked={values.includes(one)}
            onChange={(isIn) => onChange(isIn ? [...values, one] : values.filter((value) => value !== one))}
          />
        ))}
      </div>
      <div className={styles.other}>
        <TextField
          label="Another value"
          value={other}
          onChange={setOther}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add} disabled={other === ""}>
          Add
        </Button>
      </div>
    </fieldset>
  );
};

interface PlaceListProps {
  places: readonly Schemas["Place"][];
  conditions: readonly PlaceCondition[];
  onChange: (conditions: readonly PlaceCondition[]) => void;
}

export const PlaceList = ({ places, conditions, onChange }: PlaceListProps) => {
  const [first] = places;
  return (
    <EditedList
      what="condition on a place"
      conditions={conditions}
      fresh={first && (() => ({ place_id: first.id, distance: 5000 }))}
      onChange={onChange}
    >
      {(condition, change, remove) => (
        <PlaceFields places={places} condition={condition} onChange={change} onRemove={remove} />
      )}
    </EditedList>
  );
};

const PlaceFields = ({
  places,
  condition,
  onChange,
  onRemove,
}: {
  places: readonly Schemas["Place"][];
  condition: PlaceCondition;
  onChange: (condition: PlaceCondition) => void;
  onRemove: () => void;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
  <div role="group" aria-label="Condition on a place" className={styles.condition}>
    <SelectField
      label="Place"
      value={condition.place_id}
      choices={places.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(place_id) => onChange({ ...condition, place_id })}
    />
    <Distance condition={condition} onChange={(distance) => onChange({ ...condition, ...distance })} />
    <Button look="quiet" onClick={onRemove}>
      Remove
    </Button>
  </div>
);

interface Far {
  distance?: number | undefined;
  invert?: boolean | undefined;
}

const Distance = ({
  condition: { distance = 0, invert = false },
  onChange,
}: {
  condition: Far;
  onChange: (changed: { distance: number; invert: boolean }) => void;
}) => (
  <div className={styles.test}>
    <SelectField
      label="Distance"
      value={invert ? "far" : "near"}
      choices={[
        { value: "near", label: "at most" },
        { value: "far", label: "more than" },
      ]}
      onChange={(side) => onChange({ distance, invert: side === "far" })}
    />
    <NumberField
      label="Kilometres"
      isContinuous
      min={0}
      value={distance / 1000}
      onChange={(kilometres) =>
        onChange({ invert, distance: Math.round((kilometres ?? 0) * 1_000_000) / 1000 })
      }
    />
  </div>
);

interface LocationListProps {
  atlases: readonly Schemas["Atlas"][];
  conditions: readonly LocationCondition[];
  onChange: (conditions: readonly LocationCondition[]) => void;
}

/** Fields of the atlases whose locations count: of several, the nearest of any. */
export const LocationList = ({ atlases, conditions, onChange }: LocationListProps) => {
  const [first] = atlases;
  return (
    <EditedList
      what="condition on the nearest location"
      conditions={conditions}
      fresh={first && (() => ({ locations: { atlas_ids: [first.id] }, distance: 5000 }))}
      onChange={onChange}
    >
      {(condition, change, remove) => (
        <LocationFields atlases={atlases} condition={condition} onChange={change} onRemove={remove} />
      )}
    </EditedList>
  );
};

const LocationFields = ({
  atlases,
  condition,
  onChange,
  onRemove,
}: {
  atlases: readonly Schemas["Atlas"][];
  condition: LocationCondition;
  onChange: (condition: LocationCondition) => void;
  onRemove: () => void;
}) => {
  const { atlas_ids: chosen } = condition.locations;
  const choose = (ids: string[]) =>
    onChange({ ...condition, locations: { ...condition.locations, atlas_ids: ids } });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div role="group" aria-label="Condition on the nearest location" className={styles.condition}>
      <fieldset className={styles.values}>
        <legend>Nearest location of</legend>
        {atlases.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(isIn) => choose(isIn ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </fieldset>
      <Distance condition={condition} onChange={(distance) => onChange({ ...condition, ...distance })} />
      <Button look="quiet" onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
};

interface EditedListProps<C> {
  /** The noun of an entry: "condition on a place". */
  what: string;
  conditions: readonly C[];
  /** A new condition; absent if there is no subject. */
  fresh: (() => C) | undefined;
  onChange: (conditions: readonly C[]) => void;
  children: (condition: C, onChange: (condition: C) => void, onRemove: () => void) => ReactNode;
}

/** A list of conditions with a button that adds one. Removing one moves the focus to that button. */
const EditedList = <C,>({ what, conditions, fresh, onChange, children }: EditedListProps<C>) => {
  const add = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    add.current?.focus();
    onChange(conditions.toSpliced(index, 1));
  };
  return (
    <div className={styles.list}>
      {conditions.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name, and their fields have no state
        <Fragment key={index}>
          {children(
            condition,
            (changed) => onChange(conditions.with(index, changed)),
            () => remove(index),
          )}
        </Fragment>
      ))}
      <Button ref={add} disabled={!fresh} onClick={() => fresh && onChange([...conditions, fresh()])}>
        Add {what}
      </Button>
    </div>
  );
};
