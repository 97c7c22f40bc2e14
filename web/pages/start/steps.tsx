// Progress of the guided setup. Shown only during the setup.

import { useSearch } from "wouter";
import { type Step, steps, templateIn } from "./flow.js";
import styles from "./start.module.css";

export const Steps = ({ at, isShown }: { at: Step; isShown?: boolean }) => {
  const search = useSearch();
  if (!isShown && !templateIn(search)) return null;
  const now = steps.findIndex(({ step }) => step === at);
  return (
    <ol className={styles.steps} aria-label="Steps">
      {steps.map(({ step, label }, index) => (
        <li
          key={step}
          aria-current={step === at ? "step" : undefined}
          className={index < now ? styles.past : undefined}
        >
          {label}
          {index < now && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  );
};
