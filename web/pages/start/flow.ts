// Steps of the guided setup. The address carries the chosen prediction, so that reloading and going back keep it.

export type TemplateName = "repeat-purchase" | "churn";
export type Step = "file" | "columns" | "question" | "scores";

export const steps: readonly { step: Step; label: string }[] = [
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
