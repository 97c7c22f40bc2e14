// One condition as a line of a sentence: “category · is one of · books, toys”.

import { useId } from "react";
import { dateWords, operatorWords } from "../../api/operators.js";
import { Button } from "../../ui/button.js";
import { CheckField, SelectField } from "../../ui/field.js";
import {
  type Condition,
  conditionAbout,
  type Operator,
  operatorsFor,
  type Subject,
  type Test,
  testBy,
} from "./condition.js";
import styles from "./condition-fields.module.css";
import { EditedList } from "./edited-list.js";
import { subjectNamed } from "./subjects.js";
import { ValueField } from "./value-field.js";

interface ConditionListProps {
  /** What conditions of this list are about, in the middle of a sentence: "property". */
  what: string;
  subjects: readonly Subject[];
  conditions: readonly Condition[];
  onChange: (conditions: readonly Condition[]) => void;
}

export const ConditionList = ({ what, subjects, conditions, onChange }: ConditionListProps) => {
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
  canBeOptional: boolean;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

const ConditionFields = ({
  what,
  subjects,
  condition,
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
        label={capital(what)}
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
      <Button look="quiet" onClick={onRemove} aria-label={`Take out the condition on ${subject.label}`}>
        Take out
      </Button>
      {canBeOptional && (
        <CheckField
          label="One of several"
          hint="Of those that are ticked, it is enough that one is so."
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
        label: wordFor(operator, subject),
      }))}
      onChange={(operator) => onChange(testBy(operator, subject, test))}
    />
    <ValueField subject={subject} test={test} onChange={(values) => onChange({ ...test, values })} />
  </div>
);

const wordFor = (operator: Operator, { type }: Subject): string =>
  (type === "date" && dateWords[operator]) || operatorWords[operator];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
