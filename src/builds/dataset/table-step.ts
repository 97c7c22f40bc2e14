// Dataset of a table in a lake. A build asks the cluster for the version of the table, and reads that
// version: the columns that the configuration names, as Parquet parts, and then as a file like any other.
// If rows were only added since the version of the previous build, the step reads these rows alone, like an
// added file. If the version is the same, it keeps the previous result.

import { createHash } from "node:crypto";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { DatasetResult, ReadTableVersion } from "../../domain/proposal/dataset-result.js";
import type { DatasetProposal } from "../../domain/proposal/proposal.js";
import { assert, retryLater } from "../../errors/refusal.js";
import { requireGrant } from "../../errors/table-refusal.js";
import {
  dataTypeOf,
  type Lake,
  type LakeTable,
  openTable,
  type TableColumn,
  tableSql,
  textOf,
  written,
} from "../../warehouse/lake/table.js";
import { formatOf, type TableVersion, type VersionRows } from "../../warehouse/lake/versions.js";
import { ident, join, parquet, sql } from "../../warehouse/sql/sql.js";
import type { StepTools } from "../kind/kind.js";
import { continueDataset, readFacts } from "./continue.js";
import type { DatasetInput, UploadedFile } from "./input.js";
import { planOutput } from "./output-plan.js";
import { type ColumnsRead, columnsToRead, rowHashColumn, selectList } from "./table-columns.js";
import { readSourceFacts, type SourceFacts, takeOver } from "./taken-over.js";

type BuildFiles = (input: DatasetInput, tools: StepTools) => Promise<DatasetResult>;

/** `print` is also of the columns. */
interface TableFacts extends SourceFacts {
  version: TableVersion;
}

const factsFile = "table.json";

/** Rows of a preview. */
const previewRows = 100_000;

/** Refuses `cluster-missing`, `table-name-invalid`, `table-not-granted` and what reading and building refuse. */
export const buildTableDataset = async (
  input: DatasetInput,
  tools: StepTools,
  build: BuildFiles,
): Promise<DatasetResult> => {
  const scratch = path.join(tools.dir, "table");
  try {
    const source = await openSource(input, { ...tools, scratch });
    const before = await readSourceFacts<TableFacts>(input, factsFile);
    const made =
      (await withoutChange(source, before)) ??
      (await withAdded(source, before)) ??
      (await whole(source, build));
    return await finished(source, made, before);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

interface Source {
  input: DatasetInput;
  tools: StepTools;
  lake: Lake;
  table: LakeTable;
  columns: ColumnsRead;
  /** Null for a table without versions. */
  version: TableVersion | null;
  print: string;
}

interface Made {
  result: DatasetResult;
  read: ReadTableVersion["read"];
  rows: number;
}

const openSource = async (input: DatasetInput, tools: StepTools & { scratch: string }): Promise<Source> => {
  const { config } = input;
  assert(config.options.type === "spark_table", "a dataset of files has no table");
  const name = requireGrant(input.table?.granted, "read", config.options.table_name);
  const { cluster, engine, scratch, progress } = tools;
  assert(cluster, "a service with tables has a cluster");
  const lake = { cluster, engine, scratch };
  progress(0, "Asking for the version of the table");
  await mkdir(scratch, { recursive: true });
  const table = await openTable(lake, name);
  const columns = columnsToRead(config, table);
  planOutput(
    asFiles(input, []),
    table.columns.map((column) => column.name),
  );
  const version = (await formatOf(table)?.current(lake, table)) ?? null;
  const { version: step = 0, forgottenFile = null } = input;
  const print = digest({ config, step, columns: table.columns, forgottenFile });
  return { input, tools, lake, table, columns, version, print };
};

/** The result of before, where the table has no other version and no row has come due. */
const withoutChange = async (
  { input, tools, version, print }: Source,
  before: TableFacts | null,
): Promise<Made | null> => {
  const dir = input.history?.previous?.dir;
  if (!before || dir === undefined || version === null) return null;
  const isSame = before.version.id === version.id && before.print === print;
  return isSame ? unchanged(tools, before, dir) : null;
};

/** Null where rows that were dated in the future have come due. */
const unchanged = async (tools: StepTools, before: TableFacts, dir: string): Promise<Made | null> => {
  const result = await takeOver(tools, before, dir, factsFile);
  return result && { result, read: "nothing", rows: 0 };
};

/** Null where all rows have to be read. */
const withAdded = async (source: Source, before: TableFacts | null): Promise<Made | null> => {
  const { input, tools, lake, table, version, print } = source;
  const dir = input.history?.previous?.dir;
  if (!before || dir === undefined || version === null || before.print !== print) return null;
  const facts = await readFacts(dir);
  if (facts === null || before.version.id === version.id) return null;
  const rows = await formatOf(table)!.since(lake, table, before.version.id, version);
  if (rows === null) return null;
  const added = await readRows(source, rows);
  if (added.rows === 0) return unchanged(tools, before, dir);
  const earlier = facts.files.map(([filename, sha256, arrived_at]) => ({
    ...{ path: "", bytes: 0 },
    ...{ filename, sha256, arrived_at },
  }));
  const result = await continueDataset(asFiles(input, [...earlier, added.file]), tools);
  return result && { result, read: "added", rows: added.rows };
};

const whole = async (source: Source, build: BuildFiles): Promise<Made> => {
  const { input, tools, table, version } = source;
  const rows = version ? formatOf(table)!.at(table, version) : { relation: tableSql(table.name) };
  const all = await readRows(source, rows);
  await requireStill(source);
  const result = await build(asFiles(input, [all.file]), tools);
  return { result, read: "all", rows: all.rows };
};

/** Nothing holds Parquet files back while they are read. Refuses `lake-table-moving`. */
const requireStill = async ({ lake, table, version }: Source): Promise<void> => {
  if (table.format !== "parquet") return;
  const after = await formatOf(table)!.current(lake, table);
  if (after?.id !== version?.id) throw retryLater("lake-table-moving", { table: table.name.join(".") });
};

/** The rows as a file that has just arrived. */
const readRows = async (
  { input, tools, lake, table, columns, version, print }: Source,
  { relation, where = sql`true` }: VersionRows,
): Promise<{ file: UploadedFile; rows: number }> => {
  const { engine, progress, now } = tools;
  const most = input.config.preview ? sql` limit ${previewRows}` : sql``;
  const query = sql`select ${selectList(columns, table)} from ${relation} where ${where}${most}`;
  progress(0, "Reading the table");
  const { parts, rows } = await written(lake, table.name, query);
  const file = path.join(lake.scratch, "rows.csv");
  await engine.run(sql`set TimeZone = 'UTC'`);
  const texts = [...columns.read.map(textOf), ...(hasHash(columns) ? [ident(rowHashColumn)] : [])];
  await engine.run(sql`copy (select ${join(texts)} from ${parquet(parts)}) to ${file}
    (format csv, header true, delimiter ',', quote '"', escape '"', force_quote *)`);
  await rm(path.dirname(parts[0]!), { recursive: true });
  const name = table.name.at(-1)!;
  return {
    rows,
    file: {
      ...{ path: file, bytes: (await stat(file)).size, arrived_at: now },
      filename: version ? `${name}@${version.id}` : name,
      sha256: digest({ version, print, now }),
    },
  };
};

const hasHash = ({ unread, read }: ColumnsRead): boolean => unread.length > 0 || read.length === 0;

/** The same dataset of files with a header. */
const asFiles = ({ history, ...input }: DatasetInput, files: UploadedFile[]): DatasetInput => {
  const arrivals = files.map(({ arrived_at }) => arrived_at);
  const { config } = input;
  assert(config.options.type === "spark_table", "a dataset of files has no table");
  const options: DatasetConfig["options"] = {
    ...{ type: "hosted_csv", delimiter: ",", header_row: 1 },
    upload_directory: config.options.table_name.split(".").at(-1)!,
  };
  return {
    ...{ ...input, config: { ...config, options }, files },
    ...(history && {
      history: { ...history, arrivalsThrough: Math.max(history.arrivalsThrough, ...arrivals) },
    }),
  };
};

const secondsPerHour = 3600;

/** The result of the files as that of the table, which is due again in some hours. */
const finished = async (
  { input, tools, table, columns, version, print }: Source,
  { result: made, read, rows }: Made,
  before: TableFacts | null,
): Promise<DatasetResult> => {
  const content = read === "nothing" ? before!.content : digest({ print, version, now: tools.now });
  const facts: TableFacts | null = version && { print, version, result: made, content };
  if (facts) await writeFile(path.join(tools.dir, factsFile), JSON.stringify(facts));
  const { dialect: _, proposed_options: __, ...result } = made;
  const every = (input.table?.hours ?? 24) * secondsPerHour;
  const { preview } = input.config;
  return {
    ...result,
    ...(result.proposal && { proposal: withoutUpsert(result.proposal) }),
    detected_columns: result.detected_columns.filter(({ name }) => name !== rowHashColumn),
    sample: result.sample.map(({ [rowHashColumn]: _hash, ...row }) => row),
    content,
    next_due: Math.min(result.next_due ?? Number.POSITIVE_INFINITY, Math.floor(tools.now / 1000) + every),
    refresh_seconds: every,
    ...(input.dueThrough != null && { due_through: input.dueThrough }),
    table_version: {
      ...{ format: table.format, id: version?.id ?? null, committed_at: version?.committedAt ?? null },
      ...{ read, rows },
      ...(preview && { is_sample: rows === previewRows }),
      ...(columns.leftOut.length > 0 && { left_out_columns: columns.leftOut }),
      ...(columns.unread.length > 0 && { unread_columns: columns.unread.map(describedColumn) }),
    },
  };
};

const describedColumn = (column: TableColumn) => ({ name: column.name, data_type: dataTypeOf(column) });

/** A table has each row once, as it is now. With a key, every change of the table would read all of it. */
const withoutUpsert = ({ upsert_columns: _, ...proposal }: DatasetProposal): DatasetProposal => proposal;

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");
