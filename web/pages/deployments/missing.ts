// The next missing step before a deployment can be saved.

import {
  type DeploymentDraft,
  isFile,
  isLookup,
  isProgram,
  isSent,
  isStored,
  isTable,
  type Limit,
} from "./draft.js";
import { isFinished } from "./filter.js";

/** Undefined if the draft is complete. */
export const missingStep = (draft: DeploymentDraft): string | undefined =>
  missingInForm(draft) ?? (isLookup(draft) ? undefined : missingInRows(draft));

const missingInForm = (draft: DeploymentDraft) => {
  const { scopeId, type, delimiter, connectionId, tableName, structure } = draft;
  if (scopeId === "") return "Choose a pipeline.";
  if (isFile(draft) && [...delimiter].length !== 1)
    return "Choose a delimiter of one character, such as a comma or a semicolon.";
  if (isSent(draft) && connectionId === "") return "Choose a connection.";
  if ((isTable(draft) || type === "spark_table") && tableName.trim() === "")
    return "Enter the name of the table.";
  if (isProgram(draft) && draft.listName.trim() === "") return "Enter the name of the list.";
  if (isStored(draft) && draft.key.trim() === "") return "Enter the name of the file.";
  if (structure?.length === 0) return "Choose at least one column.";
  if (structure?.some(({ output_col }) => output_col.trim() === ""))
    return "A column has no name. Enter one, or remove the column.";
  return undefined;
};

const missingInRows = ({ mode, reference, conditions, limit }: DeploymentDraft) => {
  if (mode === "referenced" && (reference.dataset_id === "" || reference.column_name === ""))
    return "Choose the customer ID column.";
  if (!conditions.every(isFinished))
    return "A condition has no value yet. Enter one, or remove the condition.";
  return missingInLimit(limit);
};

const missingInLimit = (limit: Limit): string | undefined => {
  if (limit.method === "row_count" && !(limit.threshold && limit.threshold > 0))
    return "Enter the number of rows.";
  if (limit.method !== "percentile") return undefined;
  const { outcomeId, min, max } = limit;
  if (outcomeId === "") return "Choose the prediction to rank by.";
  if (min === undefined || max === undefined) return "Enter the first and the last percentile.";
  return min > max ? "The first percentile is above the last. Swap them." : undefined;
};
