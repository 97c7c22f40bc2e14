// Says of each column of a target what it holds.

import type { DeliveredColumn } from "../../delivery/structure.js";
import type { ColumnAnalysis } from "../../domain/target.js";
import { columnSummary, valueCounts } from "../../warehouse/delivery/analysis.js";
import type { Engine } from "../../warehouse/engine.js";
import type { Relation } from "../../warehouse/sql/sql.js";

export const analyse = async (
  engine: Engine,
  rows: Relation,
  columns: readonly DeliveredColumn[],
): Promise<ColumnAnalysis[]> => {
  const analysis: ColumnAnalysis[] = [];
  for (const column of columns) analysis.push(await analyseColumn(engine, rows, column));
  return analysis;
};

const analyseColumn = async (
  engine: Engine,
  rows: Relation,
  { source, output_col: name, holds }: DeliveredColumn,
): Promise<ColumnAnalysis> => {
  type Summary = { fill_rate: number; min: number | null; mean: number | null; max: number | null };
  const summary = columnSummary(rows, source, holds === "number");
  const { fill_rate, min, mean, max } = await engine.row<Summary>(summary);
  const range = min === null || mean === null || max === null ? undefined : { min, mean, max };
  const counted = holds === "category" ? await engine.rows<Counted>(valueCounts(rows, source)) : undefined;
  return { name, fill_rate, ...(range && { range }), ...(counted && { values: counted }) };
};

type Counted = { value: string; count: number };
