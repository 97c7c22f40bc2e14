// Radio buttons, each with an explanation.

import { type ReactNode, useId } from "react";
import styles from "./choice-field.module.css";

interface ChoiceFieldProps<V extends string> {
  legend: string;
  value: V;
  choices: readonly { value: V; label: string; meaning?: ReactNode; isDisabled?: boolean }[];
  onChange: (value: V) => void;
}

export const ChoiceField = <V extends string>({ legend, value, choices, onChange }: ChoiceFieldProps<V>) => {
  const id = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <div key={choice.value} className={styles.choice}>
          <input
            type="radio"
            id={`${id}-${choice.value}`}
            name={id}
            checked={choice.value === value}
            disabled={choice.isDisabled}
            aria-describedby={choice.meaning ? `${id}-${choice.value}-meaning` : undefined}
            onChange={() => onChange(choice.value)}
          />
          <label htmlFor={`${id}-${choice.value}`}>{choice.label}</label>
          {choice.meaning && <p id={`${id}-${choice.value}-meaning`}>{choice.meaning}</p>}
        </div>
      ))}
    </fieldset>
  );
};
