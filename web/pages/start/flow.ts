// The way from a file to scores: which steps there are, and what is kept of the way in the address, so that reloading and going
// back stay on it.

export type TemplateName = "repeat-purchase" | "churn";
export type Step = "file" | "columns" | "question" | "scores";

export const steps: readonly { step: Step; label: string }[] = [
  { step: "file", label: "Your file" },
  { step: "columns", label: "What its columns mean" },
  { step: "question", label: "What is asked" },
  { step: "scores", label: "Scores" },
];

/** The template that the way is taken for, from the search part of an address; undefined: a dataset alone. */
export const templateIn = (search: string): TemplateName | undefined => {
  const name = new URLSearchParams(search).get("for");
  return name === "repeat-purchase" || name === "churn" ? name : undefined;
};

export const fileFor = (template: TemplateName): string => `/datasets/new?for=${template}`;

/** `datasetId`: what was just uploaded for it. */
export const questionFor = (template: TemplateName, datasetId?: string): string =>
  `/start/${template}${datasetId === undefined ? "" : `?dataset=${datasetId}`}`;

/** Where one comes to once the columns of a dataset are said. */
export const afterMapping = (datasetId: string, search: string): string => {
  const template = templateIn(search);
  return template ? questionFor(template, datasetId) : `/datasets/${datasetId}`;
};
