// The table of a lake that a target writes. The cluster reads the rows from a file on the shared directory,
// and replaces the whole table in one step: readers see the old rows or the new ones, and a build that is
// tried again makes the same table. A property names the target that owns the table, so that no other is ever
// replaced.

import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { TableName } from "../../domain/data/table-grant.js";
import { assert, refuse } from "../../errors/refusal.js";
import { requireGrant } from "../../errors/table-refusal.js";
import type { Cluster } from "../../warehouse/cluster/cluster.js";
import { ClusterQueryError } from "../../warehouse/cluster/failures.js";
import { copyToParquet, typedRows, writtenColumns } from "../../warehouse/delivery/parquet-file.js";
import { inClusterWords } from "../../warehouse/lake/table.js";
import { ownersOf, propertiesOf, replacedTable } from "../../warehouse/lake/target-table.js";
import type { Sql } from "../../warehouse/sql/sql.js";
import type { StepTools } from "../kind/kind.js";
import type { TargetInput } from "./input.js";

type Tools = Pick<StepTools, "engine" | "cluster" | "dir">;

/** Refuses what `requireGrant` refuses, `lake-table-foreign` and `lake-table-unwritable`. */
export const writeLakeTable = async (
  { engine, cluster, dir }: Tools,
  rows: Sql,
  { config: { options }, lake }: TargetInput,
): Promise<void> => {
  assert(options.type === "spark_table" && lake, "a target of another type has no table in the lake");
  const name = requireGrant(lake.granted, "write", options.table_name);
  assert(cluster, "a service with tables has a cluster");
  const staged = path.join(cluster.exchangeDir, "target");
  await mkdir(staged, { recursive: true });
  const file = path.join(staged, "rows.parquet");
  try {
    await requireOwn(cluster, engine, {
      name,
      targetId: lake.targetId,
      answer: path.join(dir, "properties"),
    });
    await engine.run(copyToParquet(typedRows(rows, await writtenColumns(engine, rows)), file));
    const { table_format: format = "delta" } = options;
    await cluster.run(replacedTable({ name, format, targetId: lake.targetId }, file));
  } catch (error) {
    if (!(error instanceof ClusterQueryError)) throw error;
    throw refuse("lake-table-unwritable", { table: name.join("."), detail: inClusterWords(error) });
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
};

const requireOwn = async (
  cluster: Cluster,
  engine: Tools["engine"],
  { name, targetId, answer }: { name: TableName; targetId: string; answer: string },
): Promise<void> => {
  const parts = await cluster.answer(propertiesOf(name), answer).catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (parts === null) return;
  const owners = await engine.rows(ownersOf(parts, targetId));
  await rm(answer, { recursive: true });
  if (owners.length === 0) throw refuse("lake-table-foreign", { table: name.join(".") });
};

const isMissing = (error: unknown): boolean =>
  error instanceof ClusterQueryError && error.clusterMessage.includes("[TABLE_OR_VIEW_NOT_FOUND]");
