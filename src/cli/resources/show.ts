// Output of records: lists as tables, a single record as YAML, which `--file` can read back; and both as JSON or CSV for
// programs.

import { stringify } from "yaml";
import { isObject } from "../../domain/resource/json.js";
import { csvOfAnswer } from "../answer-csv.js";
import { table } from "../table.js";
import type { Output } from "../terminal.js";
import type { ServerRecord } from "./find.js";
import { get } from "./paths.js";
import { displayName, type Type } from "./types.js";

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** A response for programs, or as YAML for people. `rows`: what CSV has of it, where that is not all. */
export const printAnswer = (
  out: Output,
  answer: unknown,
  isForPrograms: boolean | undefined,
  rows: unknown = answer,
): void => {
  if (!isForPrograms) out.write(stringify(answer, { lineWidth: 110 }));
  else if (out.isCsv) out.write(csvOfAnswer(rows));
  else out.write(`${JSON.stringify(answer, null, 2)}\n`);
};

export const printTable = (
  out: Output,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void => {
  for (const line of table(header, rows)) out.write(`${line.slice(2)}\n`);
};

export const printRecords = (out: Output, type: Type, records: readonly ServerRecord[]): void => {
  const { namedBy = "name", columns } = type;
  printTable(
    out,
    [namedBy, "status", ...Object.keys(columns), "id"],
    records.map((record) => [
      displayName(type, record),
      statusOf(record),
      ...Object.values(columns).map((path) => cell(get(record, path))),
      record.id,
    ]),
  );
};

export const statusOf = ({ status = "ready", progress, archived_at }: ServerRecord): string => {
  if (archived_at !== undefined) return "archived";
  return status === "running" && progress !== undefined ? `running ${Math.floor(progress * 100)} %` : status;
};

const cell = (value: unknown): string => {
  if (typeof value === "number") return whole.format(value);
  if (value === undefined || value === null) return "";
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
};
