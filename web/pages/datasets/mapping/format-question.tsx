// Values that can be read in two ways are asked about, with what each way would make of them.

import { useId } from "react";
import type { Format } from "./draft.js";
import { formatInWords } from "./formats.js";
import styles from "./mapping.module.css";
import type { Question } from "./proposal.js";

export const FormatQuestion = ({
  question: asked,
  value,
  onChange,
}: {
  /** Absent: there is nothing to ask. */
  question: Question | undefined;
  value: Format | undefined;
  onChange: (format: Format) => void;
}) => {
  const name = useId();
  if (!asked) return null;
  const { question, choices } = asked;
  return (
    <fieldset className={styles.question}>
      <legend>{question}</legend>
      {choices.map(({ format, readsAs }) => (
        <label key={format} className={styles.answer}>
          <input type="radio" name={name} checked={value === format} onChange={() => onChange(format)} />
          <span>
            {readsAs.join("; ")} <span className="soft small">{formatInWords(format)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
};
