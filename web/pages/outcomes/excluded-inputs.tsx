// What is not to be learned from: features by name, as the analysis of an outcome tells them.

import { useId, useRef, useState } from "react";
import { Button } from "../../ui/button.js";
import { TextField } from "../../ui/field.js";
import { FormPart } from "../../ui/form.js";
import styles from "./outcome-form.module.css";

interface BlocklistProps {
  features: readonly { name: string; literate: string }[];
  blocked: readonly string[];
  onChange: (blocked: readonly string[]) => void;
}

export const Blocklist = ({ features, blocked, onChange }: BlocklistProps) => {
  const [typed, setTyped] = useState("");
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const remove = (name: string) => {
    field.current?.querySelector("input")?.focus();
    onChange(blocked.filter((other) => other !== name));
  };
  const add = () => {
    if (typed !== "" && !blocked.includes(typed)) onChange([...blocked, typed]);
    setTyped("");
  };
  return (
    <FormPart
      title="What it must not look at"
      hint="Features that give the answer away, or that must not count. The page of the outcome tells which there are, once it has been learned."
    >
      {blocked.length > 0 && (
        <ul className={styles.names}>
          {blocked.map((name) => (
            <li key={name}>
              <span>
                {features.find((feature) => feature.name === name)?.literate} <code>{name}</code>
              </span>
              <Button look="quiet" aria-label={`Take out ${name}`} onClick={() => remove(name)}>
                Take out
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div ref={field} className={styles.add}>
        <TextField
          label="Name of a feature"
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
          Add
        </Button>
      </div>
    </FormPart>
  );
};
