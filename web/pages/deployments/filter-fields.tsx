// Conditions on whom a deployment tells of; all of them must be so.

import { useState } from "react";
import { Button } from "../../ui/button.js";
import { SelectField } from "../../ui/field.js";
import { ConditionFields } from "./condition-fields.js";
import type { PartProps } from "./draft.js";
import { type Condition, startOf } from "./filter.js";
import styles from "./filter-fields.module.css";
import { type Subject, useSubjects } from "./subjects.js";

export const FilterFields = ({ draft, onChange }: PartProps) => {
  const subjects = useSubjects(draft.scopeId);
  const { conditions } = draft;
  const put = (changed: readonly Condition[]) => onChange({ ...draft, conditions: changed });
  return (
    <fieldset className={styles.filter}>
      <legend>Only people who are…</legend>
      {conditions.length === 0 && <p className="small soft">No condition: everybody.</p>}
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
    onAdd(startOf[chosen.part](chosen.id));
    setKey("");
  };
  return (
    <div className={styles.adding}>
      <SelectField
        label="Another condition, on"
        value={key}
        choices={[
          { value: "", label: "choose…" },
          ...subjects.map((one) => ({ value: one.key, label: one.label })),
        ]}
        onChange={setKey}
      />
      <Button onClick={add} disabled={!chosen}>
        Add the condition
      </Button>
    </div>
  );
};
