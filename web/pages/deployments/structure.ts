// The columns available to a deployment, which depend on its mode.

import type { Records } from "../../api/kinds.js";
import { type DeploymentDraft, isLookup, type StructureColumn } from "./draft.js";

/** The columns with their default names. */
export const availableColumns = (
  { columns_for_mode: byMode, payload_columns: payload }: Records["scopes"]["columns"],
  draft: Pick<DeploymentDraft, "mode" | "type" | "isHumanReadable">,
): StructureColumn[] => {
  const columns = byMode[isLookup(draft) ? "identified" : draft.mode] ?? [];
  const humanNames = new Map(payload.map(({ name, human_name }) => [name, human_name]));
  const nameOf = (name: string) => (draft.isHumanReadable && humanNames.get(name)) || name;
  return columns.map(
    ({ output_col, ...column }) => ({ ...column, output_col: nameOf(output_col) }) as StructureColumn,
  );
};

/** The list with one element moved up (−1) or down (1). */
export const moved = <T>(list: readonly T[], index: number, by: 1 | -1): T[] => {
  const without = list.toSpliced(index, 1);
  return without.toSpliced(index + by, 0, list[index]!);
};
