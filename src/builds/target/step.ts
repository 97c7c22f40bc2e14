// The step of a target: chooses people, arranges them by the target's representation, and writes the output.
// The file is hosted once its directory is recorded, so a reader gets the complete old file or the complete
// new one.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { householdColumn, type PayloadColumn } from "../../delivery/columns.js";
import { previewFile } from "../../delivery/preview.js";
import {
  aggregatedSource,
  type DeliveredColumn,
  structureColumn,
  structureOf,
} from "../../delivery/structure.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import { previewRows } from "../../domain/pipeline/scope.js";
import { limits } from "../../domain/resource/limits.js";
import { requiredSources } from "../../domain/target/list-columns.js";
import {
  type ColumnAnalysis,
  isCrosswalk,
  isObject,
  isParquetFile,
  isProgramList,
  isTable,
  listPresetOf,
  type TargetConfig,
  type TargetResult,
  tracksChanges,
} from "../../domain/target/target.js";
import { assert } from "../../errors/refusal.js";
import {
  columnSummary,
  fileRows,
  limitedRows,
  type RowOrder,
  shownRows,
  valueCounts,
} from "../../warehouse/delivery/file.js";
import type { Engine } from "../../warehouse/engine.js";
import { columnTypes, resultOf, rowsWithout } from "../../warehouse/rows.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import { computed, type Step, type StepTools } from "../kind/kind.js";
import { trackRows } from "./changes.js";
import { sendContacts, stageContacts } from "./contacts.js";
import { writeCsv } from "./csv.js";
import type { ListSelection, TargetInput } from "./input.js";
import { writeLakeTable } from "./lake-table.js";
import { listedOutcome, listOrder, selectPeople } from "./list.js";
import { manifestOf } from "./manifest.js";
import { stageRows, writeLookup, writeTable } from "./output.js";
import { writeParquetFile } from "./parquet.js";
import { choosePeople, outcomeColumn, payloadOf } from "./payload.js";
import { analysePeople } from "./people-analysis.js";
import { rowsOf, withHouseholds } from "./rows.js";

export const buildTarget: Step<TargetInput, ResultOf<"targets">> = async (input, tools) => {
  const { result, send } = await computed(tools, () => make(input, tools));
  return { ...result, ...(await send?.()) };
};

interface Output {
  result: ResultOf<"targets">;
  /** Sends the rows to a server of the owner, from files, and returns what the result says of it. Absent: they stay here. */
  send?: () => Promise<Pick<TargetResult, "sent">>;
}

const make = async (input: TargetInput, tools: StepTools): Promise<Output> => {
  const { engine, dir, progress } = tools;
  const { config, manifest } = input;
  progress(0, "Choosing people");
  const arranged = await arrange(engine, input, () => progress(0.2, "Arranging rows"));
  const { chosen, contacted, rows, people, columns, order, written } = arranged;

  progress(0.5, "Writing");
  await writePreview(engine, arranged, dir);
  const file =
    config.options.type === "lookup_api"
      ? await writeLookup(engine, input, rows, columns, dir)
      : isParquetFile(config)
        ? await writeParquetFile(engine, written, columns, dir)
        : await writeCsv(engine, written, columns, config, dir);
  if (config.options.type === "spark_table") await writeLakeTable(tools, written, input);

  const { bytes, sha256 } = await described(path.join(dir, file));

  progress(0.8, "Analysing the output");
  const tracked = tracksChanges(config)
    ? await trackRows(input, { rows, columns, order, sha256 }, tools)
    : undefined;
  const found = await analysePeople(input, { rows, people }, engine);
  const result = {
    bytes,
    sha256,
    file,
    rows: await engine.count(rows),
    columns: columns.map(({ output_col }) => output_col),
    structure: columns.map(structureColumn),
    left_out_count: people ? await engine.count(rowsWithout(chosen, people, "person_id")) : 0,
    ...(contacted !== undefined && { contacted_count: contacted }),
    analysis: await analyse(engine, rows, columns),
    ...(found && { people: found }),
    ...(tracked && { tracked }),
    ...(manifest && { manifest: await manifestOf(input, manifest, { rows, people }, tools) }),
  };
  return { result, ...(await sending(input, { ...arranged, file, sha256 }, tools)) };
};

/** Prepares what is sent, and frees the engine of everything else. */
const sending = async (
  { config: { options, connection_id: connectionId }, delivery, formerContacts: former = null }: TargetInput,
  { written, file, sha256, ...arranged }: Arranged & { file: string; sha256: string },
  tools: StepTools,
): Promise<Pick<Output, "send">> => {
  const { engine, dir, now, progress } = tools;
  if (isTable(options)) {
    assert(delivery, "a table has no connection");
    const staged = await stageRows(engine, written, path.join(dir, "staged.parquet"));
    await engine.clear();
    return {
      send: async () => {
        progress(0.9, "Writing the table");
        await writeTable(engine, staged, options, delivery);
        await rm(staged.file);
        return {};
      },
    };
  }
  if (isProgramList(options)) {
    assert(delivery && connectionId !== undefined, "a list of a program has no connection");
    const staged = await stageContacts(engine, arranged, options, dir);
    await engine.clear();
    return {
      send: async () => {
        progress(0.9, "Sending people");
        const sent = await sendContacts({ staged, options, delivery, connectionId, former }, tools);
        await rm(staged.file);
        return { sent };
      },
    };
  }
  if (!isObject(options)) return {};
  assert(delivery, "an object has no connection");
  await engine.clear();
  return {
    send: async () => {
      progress(0.9, "Writing the object");
      const { writeObject } = await import("./object.js");
      await writeObject(path.join(dir, file), sha256, { ...options, now }, delivery);
      return {};
    },
  };
};

interface Arranged {
  /** People who pass the filter. */
  chosen: Relation;
  /** See `choosePeople`. */
  contacted: number | undefined;
  rows: Relation;
  /** People who have a row; null: everyone chosen. */
  people: Relation | null;
  columns: DeliveredColumn[];
  /** Order of the file. */
  order: RowOrder;
  /** The rows under the names of the file and in its order. */
  written: Sql;
}

/** Chooses people and arranges them as rows of the file. Refuses what its parts refuse. */
export const arrange = async (
  engine: Engine,
  input: TargetInput,
  onChosen: () => void = () => {},
): Promise<Arranged> => {
  const { config, identityColumns: mapped } = input;
  const { representation } = config;
  const payload = payloadOf(input);
  const isList = input.list !== undefined || listPresetOf(config) !== undefined;
  const { goal, id: listed } = isList ? listedOutcome(input) : { goal: undefined, id: undefined };
  const columns = structureOf(config, { representation, mapped, payload, goal, listed });
  const { chosen: passing, contacted } = await choosePeople(engine, input, payload);
  const selection = selectionOf(input);
  const chosen = isList ? await selectPeople(engine, input, passing, selection) : passing;
  onChosen();
  const { rows: found, people } = await rowsOf(engine, input, chosen, payload);
  const hasHouseholds = columns.some(({ source }) => source === householdColumn);
  const all = hasHouseholds ? await withHouseholds(engine, input, found) : found;
  const first = listPresetOf(config) ? listOrder(config) : firstOf(config, payload);
  const limit = isCounted(input) ? (input.list?.top ?? null) : limitOf(config, input.scope.config.preview);
  const rows = await engine.createTable("delivered", limitedRows(resultOf(all), first, limit));
  const inFile = representation.mode === "hashed" ? { columns: [], isAscending: true } : first;
  return {
    chosen,
    contacted,
    rows,
    people,
    columns,
    order: inFile,
    written: fileRows(rows, columns, inFile),
  };
};

/** Whether `top` counts the rows of a list: whoever cannot be contacted takes nobody's place. */
const isCounted = ({ config, list }: TargetInput): boolean => {
  const preset = listPresetOf(config);
  return list !== undefined && preset !== undefined && requiredSources(preset) !== null;
};

const selectionOf = (input: TargetInput): ListSelection => {
  const { top, ...others } = input.list ?? {};
  return isCounted(input) || top === undefined ? others : { ...others, top };
};

/**
 * The most likely people first, for the outcome of the limit or else the first of the payload. Delivered
 * probabilities are rounded; among equal ones the percentile decides.
 */
const firstOf = ({ representation, limit }: TargetConfig, payload: readonly PayloadColumn[]): RowOrder => {
  if (isCrosswalk({ representation })) return { columns: [], isAscending: true };
  const rowLimit = limit?.method === "row_count" ? limit : undefined;
  const column =
    rowLimit?.outcome_id === undefined
      ? payload.find(({ kind }) => kind === "probability")
      : outcomeColumn(payload, "probability", rowLimit.outcome_id);
  const isAscending = rowLimit?.direction === "ascending";
  if (!column) return { columns: [], isAscending };
  const isAggregated = representation.mode === "aggregated";
  if (isAggregated) return { columns: [aggregatedSource("avg", column.source)], isAscending };
  const percentile = payload.find(({ kind, of }) => kind === "percentile" && of === column.of);
  return { columns: [column, percentile].flatMap((found) => found?.source ?? []), isAscending };
};

const limitOf = ({ limit }: TargetConfig, isPreview: boolean): number | null => {
  const limits = [
    ...(limit?.method === "row_count" ? [limit.threshold] : []),
    ...(isPreview ? [previewRows] : []),
  ];
  return limits.length > 0 ? Math.min(...limits) : null;
};

/** With many columns, or long texts, there are fewer rows. */
const writePreview = async (
  engine: Engine,
  { rows, columns, order, written }: Arranged,
  dir: string,
): Promise<void> => {
  const types = await columnTypes(engine, written);
  const shown = shownRows(rows, columns, order, {
    texts: new Set(types.filter(({ type }) => type === "VARCHAR").map(({ name }) => name)),
    count: Math.min(previewRows, Math.floor(limits.previewCells.is / columns.length)),
    characters: limits.previewCharacters.is,
  });
  const first = (await engine.rows(shown)).map((row) => JSON.stringify(row));
  await writeFile(path.join(dir, previewFile), `[${withinBytes(first).join(",")}]`);
};

/** The first rows, as many as a preview has room for, and one at least. */
const withinBytes = (rows: readonly string[]): readonly string[] => {
  let bytes = 0;
  const beyond = rows.findIndex((row) => {
    bytes += Buffer.byteLength(row);
    return bytes > limits.previewBytes.is;
  });
  return beyond < 0 ? rows : rows.slice(0, Math.max(1, beyond));
};

export const described = async (file: string): Promise<Pick<TargetResult, "bytes" | "sha256">> => {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return { bytes: (await stat(file)).size, sha256: hash.digest("hex") };
};

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
