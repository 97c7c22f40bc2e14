// Inputs that a model must not use, by the names that the analysis of a prediction gives them.

import { useId, useRef, useState } from "react";
import { Button } from "../../ui/button.js";
import { TextField } from "../../ui/field.js";
import { FormPart } from "../../ui/form.js";
import styles from "./outcome-form.module.css";

interface ExcludedInputsProps {
  features: readonly { name: string; literate: string }[];
  excluded: readonly string[];
  onChange: (excluded: readonly string[]) => void;
}

export const ExcludedInputs = ({ features, excluded, onChange }: ExcludedInputsProps) => {
  const [typed, setTyped] = useState("");
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const remove = (name: string) => {
    field.current?.querySelector("input")?.focus();
    onChange(excluded.filter((other) => other !== name));
  };
  const add = () => {
    if (typed !== "" && !excluded.includes(typed)) onChange([...excluded, typed]);
    setTyped("");
  };
  return (
    <FormPart
      title="Excluded inputs"
      hint="Optional. Exclude inputs that reveal the answer or must not count. The results of a trained prediction list its inputs under “Drivers”."
    >
      {excluded.length > 0 && (
        <ul className={styles.names}>
          {excluded.map((name) => (
            <li key={name}>
              <span>
                {features.find((feature) => feature.name === name)?.literate} <code>{name}</code>
              </span>
              <Button look="quiet" aria-label={`Include ${name} again`} onClick={() => remove(name)}>
                Include again
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div ref={field} className={styles.add}>
        <TextField
          label="Input"
          value={typed}
          list={id}
          autoComplete="off"
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <datalist id={id}>
          {features.map(({ name, literate }) => (
            <option key={name} value={name} label={literate} />
          ))}
        </datalist>
        <Button onClick={add} disabled={typed === ""}>
          Exclude this input
        </Button>
      </div>
    </FormPart>
  );
};
