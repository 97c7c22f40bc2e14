// Readable names of columns, also for files with ids as column names.

import { useCallback } from "react";
import { useRecord } from "../../api/resources.js";
import type { Target } from "./draft.js";

export const useHeaders = (target: Target): ((column: string) => string) => {
  const { data: pipeline } = useRecord("scopes", target.scope_id);
  const payload = pipeline?.columns.payload_columns;
  return useCallback(
    (column: string) => payload?.find(({ name }) => name === column)?.human_name ?? column,
    [payload],
  );
};
