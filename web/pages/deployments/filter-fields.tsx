// The filter of a deployment's form: a list of conditions, all of which must hold.

import { useState } from "react";
import { Button } from "../../ui/button.js";
import { SelectField } from "../../ui/field.js";
import { ConditionFields } from "./condition-fields.js";
import type { PartProps } from "./draft.js";
import { type Condition, initialCondition } from "./filter.js";
import styles from "./filter-fields.module.css";
import { type Subject, useSubjects } from "./subjects.js";

export const FilterFields = ({ draft, onChange }: PartProps) => {
  const subjects = useSubjects(draft.scopeId);
  const { conditions } = draft;
  const put = (changed: readonly Condition[]) => onChange({ ...draft, conditions: changed });
  return (
    <fieldset className={styles.filter}>
      <legend>Filter</legend>
      {conditions.length === 0 && <p className="small soft">No condition: all people of the pipeline.</p>}
      {conditions.map((condition, index) => (
        <ConditionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name, and their order does not change
          key={index}
          condition={condition}
          onChange={(changed) => put(conditions.with(index, changed))}
          onRemove={() => put(conditions.toSpliced(index, 1))}
        />
      ))}
      <Adding subjects={subjects} onAdd={(added) => put([...conditions, added])} />
    </fieldset>
  );
};

const Adding = ({ subjects, onAdd }: { subjects: readonly Subject[]; onAdd: (added: Condition) => void }) => {
  const [key, setKey] = useState("");
  const chosen = subjects.find((subject) => subject.key === key);
  const add = () => {
    if (!chosen) return;
    onAdd(initialCondition[chosen.part](chosen.id));
    setKey("");
  };
  return (
    <div className={styles.adding}>
      <SelectField
        label="Add a condition on"
        value={key}
        choices={[
          { value: "", label: "Choose a subject" },
          ...subjects.map((one) => ({ value: one.key, label: one.label })),
        ]}
        onChange={setKey}
      />
      <Button onClick={add} disabled={!chosen}>
        Add condition
      </Button>
    </div>
  );
};
