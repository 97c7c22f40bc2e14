// What keeps a deployment from being saved.

import { type DeploymentDraft, isLookup, type Limit } from "./draft.js";
import { isFinished } from "./filter.js";

/** In words, what is to be done first; absent where nothing is. */
export const unfinished = (draft: DeploymentDraft): string | undefined =>
  unfinishedForm(draft) ?? (isLookup(draft) ? undefined : unfinishedChoice(draft));

const unfinishedForm = ({
  scopeId,
  type,
  delimiter,
  connectionId,
  tableName,
  structure,
}: DeploymentDraft) => {
  if (scopeId === "") return "Choose the pipeline whose scores are delivered.";
  if (type === "hosted_csv" && [...delimiter].length !== 1)
    return "Say which one character stands between the values: a comma, a semicolon, a tab.";
  if (type === "postgres" && connectionId === "")
    return "Choose the connection that the table is written to.";
  if (type === "postgres" && tableName.trim() === "") return "Say what the table is called.";
  if (structure?.length === 0) return "Choose at least one column.";
  if (structure?.some(({ output_col }) => output_col.trim() === ""))
    return "A column has no name. Give it one, or leave the column out.";
  return undefined;
};

const unfinishedChoice = ({ mode, reference, conditions, limit }: DeploymentDraft) => {
  if (mode === "referenced" && (reference.dataset_id === "" || reference.column_name === ""))
    return "Choose the key that tells people.";
  if (!conditions.every(isFinished))
    return "A condition has no value yet. Give it one, or take the condition out.";
  return unfinishedLimit(limit);
};

const unfinishedLimit = (limit: Limit): string | undefined => {
  if (limit.method === "row_count" && !(limit.threshold && limit.threshold > 0))
    return "Say how many rows there are at most.";
  if (limit.method !== "percentile") return undefined;
  const { outcomeId, min, max } = limit;
  if (outcomeId === "") return "Choose the outcome whose percentiles are delivered.";
  if (min === undefined || max === undefined) return "Say from which percentile to which.";
  return min > max ? "The lowest percentile is above the highest. Exchange them." : undefined;
};
