// Labelled set: records with their true persons. The service sees the files and their column mapping; the
// truth is for evaluation only.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { openCsv } from "../../examples/shop/csv.js";
import type { IdentitySet } from "../../src/domain/data/dataset.js";
import { type Relation, sql } from "../../src/warehouse/sql/sql.js";

export interface LabelledSet {
  name: string;
  /** CSV files in order of arrival, each with a column `record`, a unique whole number. */
  files: string[];
  identity: IdentitySet;
  /** A second identity in each row; absent: none. */
  recipient?: IdentitySet;
  /** One row per record: record BIGINT, person of any type, and, if `hasKinds`, kind VARCHAR. */
  truth: Relation;
  /** Whether the truth says what is hard about each record. */
  hasKinds?: boolean;
}

export interface LabelledRow {
  values: Record<string, string>;
  person: number;
  kind: string;
}

/** Writes rows in their order, numbered from 0; those that lack a column are empty there. */
export const writeLabelled = async (
  dir: string,
  set: Pick<LabelledSet, "name" | "identity" | "recipient">,
  columns: readonly string[],
  rows: readonly LabelledRow[],
): Promise<LabelledSet> => {
  await mkdir(dir, { recursive: true });
  const [file, truthFile] = [path.join(dir, `${set.name}.csv`), path.join(dir, "truth.csv")];
  const written = openCsv(file, ["record", ...columns]);
  const truth = openCsv(truthFile, ["record", "person", "kind"]);
  for (const [record, { values, person, kind }] of rows.entries()) {
    await written.write([record, ...columns.map((column) => values[column] ?? "")]);
    await truth.write([record, person, kind]);
  }
  await Promise.all([written.close(), truth.close()]);
  return {
    ...set,
    files: [file],
    truth: sql`read_csv(${truthFile}, header = true, delim = ',', columns = {record: 'bigint', person: 'bigint', kind: 'varchar'})`,
    hasKinds: true,
  };
};
