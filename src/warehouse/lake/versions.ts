// Versions of a table in a lake. Delta numbers them, Iceberg calls them snapshots, and of a directory of
// Parquet files the list of files is one. A version is asked for without reading rows. Where rows only came
// since an earlier version, they alone can be read; a deletion, an update, a compaction or another schema
// needs all rows again.

import { createHash } from "node:crypto";
import { ident, list, type Relation, type Sql, sql } from "../sql/sql.js";
import { answerOf, type Lake, type LakeTable, tableSql } from "./table.js";

export interface TableVersion {
  /** Equal IDs are equal rows. */
  id: string;
  /** Seconds since 1970; null where the format does not say. */
  committedAt: number | null;
}

/** Rows of a version: all of them, or those that came since an earlier one. */
export interface VersionRows {
  relation: Relation;
  /** Absent: all. */
  where?: Sql;
}

interface Format {
  /** The version now; null for a table without any. */
  current(lake: Lake, table: LakeTable): Promise<TableVersion | null>;
  at(table: LakeTable, version: TableVersion): VersionRows;
  /** The rows of `to` that `from` has not; null where rows went, too, or nothing says that they did not. */
  since(lake: Lake, table: LakeTable, from: string, to: TableVersion): Promise<VersionRows | null>;
}

/** Undefined: the table has no versions. */
export const formatOf = ({ format }: LakeTable): Format | undefined =>
  format === "delta" ? delta : format === "iceberg" ? iceberg : format === "parquet" ? files : undefined;

/** Longer histories, and more new files, are not followed. */
const mostSteps = 1_000;

interface Commit extends Record<string, string | number | bigint | boolean | null> {
  version: number;
  at: number;
  operation: string | null;
  mode: string | null;
  is_append: boolean | null;
}

/** Operations that only add files. */
const appends = new Set(["WRITE", "STREAMING UPDATE"]);

const delta: Format = {
  async current(lake, table) {
    const [newest] = await history(lake, table, 1);
    return newest ? { id: String(newest.version), committedAt: newest.at } : null;
  },
  at: ({ name }, { id }) => ({ relation: atDelta(name, id) }),
  async since(lake, table, from, to) {
    const steps = Number(to.id) - Number(from);
    if (!(steps > 0 && steps <= mostSteps)) return null;
    const commits = (await history(lake, table, steps + mostSteps)).filter(
      ({ version }) => version > Number(from) && version <= Number(to.id),
    );
    const isAppended = ({ operation, mode, is_append }: Commit) =>
      is_append === true && appends.has(operation ?? "") && (mode ?? "Append") === "Append";
    if (commits.length < steps || !commits.every(isAppended)) return null;
    const before = new Set(await filesOf(lake, table, atDelta(table.name, from)));
    const after = await filesOf(lake, table, atDelta(table.name, to.id));
    const come = after.filter((file) => !before.has(file));
    if (after.length - come.length !== before.size || come.length > mostSteps) return null;
    return { relation: atDelta(table.name, to.id), where: inFiles(come) };
  },
};

const atDelta = (name: LakeTable["name"], version: string): Relation =>
  sql`${tableSql(name)} version as of ${BigInt(version)}`;

/** Newest first. */
const history = (lake: Lake, { name }: LakeTable, most: number): Promise<Commit[]> =>
  answerOf<Commit>(
    lake,
    name,
    sql`describe history ${tableSql(name)} limit ${most}`,
    sql`version, epoch(timestamp) as at, operation, operationParameters['mode'] as mode, isBlindAppend as is_append`,
  );

interface Snapshot extends Record<string, string | number | bigint | boolean | null> {
  id: string;
  parent: string | null;
  operation: string | null;
  at: number;
}

const iceberg: Format = {
  async current({ cluster }, { name }) {
    const [newest] = await cluster.rows<{ id: string; at: number }>(
      sql`select cast(r.snapshot_id as string) as id, cast(s.committed_at as double) as at
        from ${ident(...name, "refs")} as r join ${ident(...name, "snapshots")} as s on s.snapshot_id = r.snapshot_id
        where r.name = 'main'`,
    );
    return newest ? { id: newest.id, committedAt: newest.at } : null;
  },
  at: ({ name }, { id }) => ({ relation: sql`${tableSql(name)} version as of ${BigInt(id)}` }),
  async since({ cluster }, { name }, from, to) {
    const snapshots = await cluster.rows<Snapshot>(
      sql`select cast(snapshot_id as string) as id, cast(parent_id as string) as parent, operation,
        cast(committed_at as double) as at from ${ident(...name, "snapshots")}`,
    );
    const byId = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]));
    let id: string | null = to.id;
    for (let steps = 0; id !== from; steps++) {
      const snapshot: Snapshot | undefined = id === null ? undefined : byId.get(id);
      if (snapshot?.operation !== "append" || steps === mostSteps) return null;
      id = snapshot.parent;
    }
    const bounds = sql`${ident("start-snapshot-id")} = ${from}, ${ident("end-snapshot-id")} = ${to.id}`;
    return { relation: sql`${tableSql(name)} with (${bounds})` };
  },
};

/**
 * A directory has no history: new files are all that can be seen, and nothing holds back a file that comes
 * while others are read.
 */
const files: Format = {
  async current(lake, { name }) {
    const found = await lake.cluster.rows<{ file: string }>(
      sql`select distinct concat_ws(' ', _metadata.file_path, _metadata.file_size, _metadata.file_modification_time) as file from ${tableSql(name)}`,
    );
    const hash = createHash("sha256");
    for (const file of found.map((each) => each.file).sort()) hash.update(file).update("\n");
    return { id: hash.digest("hex").slice(0, 32), committedAt: null };
  },
  at: ({ name }) => ({ relation: tableSql(name) }),
  since: async () => null,
};

const filesOf = async ({ cluster }: Lake, _: LakeTable, relation: Relation): Promise<string[]> => {
  const found = await cluster.rows<{ file: string }>(
    sql`select distinct _metadata.file_path as file from ${relation}`,
  );
  return found.map(({ file }) => file);
};

const inFiles = (paths: readonly string[]): Sql =>
  paths.length === 0 ? sql`false` : sql`_metadata.file_path in (${list(paths)})`;
