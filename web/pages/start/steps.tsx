// Steps of the guided setup and their addresses. The address carries the chosen prediction, so that reloading and going back keep it.

import { useSearch } from "wouter";
import styles from "./start.module.css";

/** Shown only during the setup. */
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

export type TemplateName = "repeat-purchase" | "churn";
type Step = "file" | "columns" | "question" | "scores";

const steps: readonly { step: Step; label: string }[] = [
  { step: "file", label: "Upload" },
  { step: "columns", label: "Map columns" },
  { step: "question", label: "Choose a prediction" },
  { step: "scores", label: "Results" },
];

/** The chosen template, from the query of an address; undefined outside of the guided setup. */
export const templateIn = (search: string): TemplateName | undefined => {
  const name = new URLSearchParams(search).get("for");
  return name === "repeat-purchase" || name === "churn" ? name : undefined;
};

export const fileFor = (template: TemplateName): string => `/datasets/new?for=${template}`;

/** `datasetId`: the dataset just uploaded for it. */
export const questionFor = (template: TemplateName, datasetId?: string): string =>
  `/start/${template}${datasetId === undefined ? "" : `?dataset=${datasetId}`}`;

/** The page after the columns of a dataset are mapped. */
export const afterMapping = (datasetId: string, search: string): string => {
  const template = templateIn(search);
  return template ? questionFor(template, datasetId) : `/datasets/${datasetId}`;
};
