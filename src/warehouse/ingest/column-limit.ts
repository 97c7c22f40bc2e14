// Column limit of a table. Memory grows with the number of columns, and a wider table is a matrix and not a
// list of events. The limit is asked before anything is done for each column.

import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";

/** Throws `columns-too-many`. `file`: the subject of the sentence. */
export const checkWidth = (file: string, columns: number): void => {
  const { is: most } = limits.columns;
  if (columns > most) throw refuse("columns-too-many", { file, columns, most });
};
