// Rows of a table in a lake, as a build finds them. It asks the cluster for the version of the table, and
// reads that version: the columns that the configuration names, as Parquet parts, and then as a file like any
// other. If rows were only added since the version of the previous build, these are read alone, like an added
// file.

import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DatasetConfig } from "../../../domain/data/dataset.js";
import type { DatasetResult, ReadTableVersion } from "../../../domain/proposal/dataset-result.js";
import type { DatasetProposal } from "../../../domain/proposal/proposal.js";
import { secondsPerHour } from "../../../domain/resource/resource.js";
import { assert, retryLater } from "../../../errors/refusal.js";
import { requireGrant } from "../../../errors/table-refusal.js";
import { type ColumnsRead, rowHashColumn, rowsRead, writeTexts } from "../../../warehouse/lake/rows.js";
import {
  dataTypeOf,
  type Lake,
  type LakeTable,
  openTable,
  tableSql,
  written,
} from "../../../warehouse/lake/table.js";
import { formatOf, type TableVersion, type VersionRows } from "../../../warehouse/lake/versions.js";
import type { TableColumn } from "../../../warehouse/rows.js";
import { digest } from "../../kind/digest.js";
import type { StepTools } from "../../kind/kind.js";
import type { DatasetInput, UploadedFile } from "../input.js";
import { planOutput } from "../output-plan.js";
import { readFacts } from "../read-facts.js";
import { columnsToRead } from "./lake-columns.js";
import { readSourceFacts, type SourceFacts, takeOver } from "./previous.js";
import { type DatasetSource, readAgainEvery, type SourceRows } from "./source.js";

/** `print` also covers the columns of the table. */
interface TableFacts extends SourceFacts {
  version: TableVersion;
}

const factsFile = "table.json";

/** Rows of a preview. */
const previewRows = 100_000;

/** Refuses `cluster-missing`, `table-name-invalid`, `table-not-granted` and what reading refuses. */
export const openLake: DatasetSource["open"] = async (input, tools, use) => {
  const scratch = path.join(tools.dir, "table");
  try {
    const table = await openVersion(input, { ...tools, scratch });
    return await use(await rowsOf(table, await readSourceFacts<TableFacts>(input, factsFile)));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

/** A table at the version of now. */
interface Version {
  input: DatasetInput;
  tools: StepTools;
  lake: Lake;
  table: LakeTable;
  columns: ColumnsRead;
  /** Null for a table without versions. */
  version: TableVersion | null;
  print: string;
}

const rowsOf = async (own: Version, before: TableFacts | null): Promise<SourceRows> => {
  const { input, tools, table, version, print } = own;
  const continued = version && before?.print === print ? before : null;
  const added = continued && (await addedRows(own, continued));
  const rows = { nothing: 0, added: added?.rows ?? 0, all: 0 };
  return {
    unchanged: async () =>
      continued && (added?.rows === 0 || continued.version.id === version?.id)
        ? takeOver(input, tools, continued, factsFile)
        : null,
    added: async () => (added && added.rows > 0 ? asFiles(input, [...added.earlier, added.file]) : null),
    async all() {
      const found = await readRows(
        own,
        version ? formatOf(table)!.at(table, version) : { relation: tableSql(table.name) },
      );
      await requireStill(own);
      rows.all = found.rows;
      return asFiles(input, [found.file]);
    },
    described: (result, read) => described(own, result, { read, rows: rows[read] }, before),
  };
};

/** The rows that came since the previous build, as one more file; null where all rows have to be read. */
const addedRows = async (own: Version, before: TableFacts) => {
  const { input, lake, table, version } = own;
  const dir = input.history?.previous?.dir;
  const facts = dir === undefined ? null : await readFacts(dir);
  if (facts === null || version === null || before.version.id === version.id) return null;
  const since = await formatOf(table)!.since(lake, table, before.version.id, version);
  if (since === null) return null;
  const earlier = facts.files.map(([filename, sha256, arrived_at]) => ({
    path: "",
    bytes: 0,
    filename,
    sha256,
    arrived_at,
  }));
  return { ...(await readRows(own, since)), earlier };
};

const openVersion = async (input: DatasetInput, tools: StepTools & { scratch: string }): Promise<Version> => {
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
  const { version: step = 0, erasedFile = null } = input;
  const print = digest({ config, step, columns: table.columns, forgottenFile: erasedFile });
  return { input, tools, lake, table, columns, version, print };
};

/** Nothing holds Parquet files back while they are read. Refuses `lake-table-moving`. */
const requireStill = async ({ lake, table, version }: Version): Promise<void> => {
  if (table.format !== "parquet") return;
  const after = await formatOf(table)!.current(lake, table);
  if (after?.id !== version?.id) throw retryLater("lake-table-moving", { table: table.name.join(".") });
};

/** The rows as a file that has just arrived. */
const readRows = async (
  { input, tools, lake, table, columns, version, print }: Version,
  found: VersionRows,
): Promise<{ file: UploadedFile; rows: number }> => {
  const { engine, progress, now } = tools;
  progress(0, "Reading the table");
  const query = rowsRead(columns, table, found, input.config.preview ? previewRows : null);
  const { parts, rows } = await written(lake, table.name, query);
  const file = path.join(lake.scratch, "rows.csv");
  await writeTexts(engine, columns, parts, file);
  await rm(path.dirname(parts[0]!), { recursive: true });
  const name = table.name.at(-1)!;
  return {
    rows,
    file: {
      path: file,
      bytes: (await stat(file)).size,
      arrived_at: now,
      filename: version ? `${name}@${version.id}` : name,
      sha256: digest({ version, print, now }),
    },
  };
};

/** The same dataset of files with a header. */
const asFiles = ({ history, ...input }: DatasetInput, files: UploadedFile[]): DatasetInput => {
  const arrivals = files.map(({ arrived_at }) => arrived_at);
  const { config } = input;
  assert(config.options.type === "spark_table", "a dataset of files has no table");
  const options: DatasetConfig["options"] = {
    type: "hosted_csv",
    delimiter: ",",
    header_row: 1,
    upload_directory: config.options.table_name.split(".").at(-1)!,
  };
  return {
    ...input,
    config: { ...config, options },
    files,
    ...(history && {
      history: { ...history, arrivalsThrough: Math.max(history.arrivalsThrough, ...arrivals) },
    }),
  };
};

/** The result of the files as that of the table, which is due again in some hours. */
const described = async (
  { input, tools, table, columns, version, print }: Version,
  made: DatasetResult,
  { read, rows }: Pick<ReadTableVersion, "read" | "rows">,
  before: TableFacts | null,
): Promise<DatasetResult> => {
  const content = read === "nothing" ? before!.content : digest({ print, version, now: tools.now });
  const facts: TableFacts | null = version && { print, version, result: made, content };
  if (facts) await writeFile(path.join(tools.dir, factsFile), JSON.stringify(facts));
  const { dialect: _, proposed_options: __, ...result } = made;
  return {
    ...readAgainEvery((input.table?.hours ?? 24) * secondsPerHour, result, input, tools),
    ...(result.proposal && { proposal: withoutUpsert(result.proposal) }),
    detected_columns: result.detected_columns.filter(({ name }) => name !== rowHashColumn),
    sample: result.sample.map(({ [rowHashColumn]: _hash, ...row }) => row),
    content,
    table_version: {
      format: table.format,
      id: version?.id ?? null,
      committed_at: version?.committedAt ?? null,
      read,
      rows,
      ...(input.config.preview && { is_sample: rows === previewRows }),
      ...(columns.leftOut.length > 0 && { left_out_columns: columns.leftOut }),
      ...(columns.unread.length > 0 && { unread_columns: columns.unread.map(describedColumn) }),
    },
  };
};

const describedColumn = (column: TableColumn) => ({ name: column.name, data_type: dataTypeOf(column) });

/** A table has each row once, as it is now. With a key, every change of the table would read all of it. */
const withoutUpsert = ({ upsert_columns: _, ...proposal }: DatasetProposal): DatasetProposal => proposal;
