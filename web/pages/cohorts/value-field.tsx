// What a test compares with: a number, a text, a date, a yes or no, or several values to choose among.

import { useId, useState } from "react";
import { Button } from "../../ui/button.js";
import { CheckField, SelectField, TextField } from "../../ui/field.js";
import { type ConditionValue, type Subject, type Test, takesMany, takesNone } from "./condition.js";
import styles from "./condition-fields.module.css";

interface ValueFieldProps {
  subject: Subject;
  test: Test;
  onChange: (values: readonly ConditionValue[]) => void;
}

export const ValueField = ({ subject, test, onChange }: ValueFieldProps) => {
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
