// Facts that a build keeps for the next, so that this one only has to read the files that were added.

import { readFile } from "node:fs/promises";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import type { KeptLines } from "../../warehouse/ingest/joined-events.js";
import type { FileLeftOut } from "../../warehouse/ingest/left-out.js";
import type { ColumnCount } from "../../warehouse/ingest/read.js";
import { readStateFiles } from "../../warehouse/relations.js";
import type { UploadedFile } from "./input.js";
import type { RowsRead } from "./ledger.js";

/** Facts that a build leaves for the next. Stored as JSON. */
export interface ReadFacts {
  /** Fingerprint of the configuration, the step and the engine. */
  print: string;
  /**
   * Fingerprint of the SQL by which rows became events and traits: it follows from the configuration and from
   * all rows.
   */
  sqlPrint: string;
  files: FilePrint[];
  names: string[];
  /** The number of tables in the files: an archive has several. */
  tables: number;
  columns: ColumnCount[];
  /** A name for each part of the events of the streams: the build that made it, and a fingerprint of all that it and those before it were made from. */
  parts: string[];
  result: DatasetResult;
  /** By stream, where events are made of several rows; absent without one. */
  joined?: Record<string, KeptJoin>;
  /** Where there is one: the rows that were read. */
  read?: RowsRead;
}

/** Facts of a stream whose events are made of several rows. */
export interface KeptJoin {
  /** Fingerprint of the SQL by which rows become lines and lines become events. */
  print: string;
  lines: KeptLines;
  /** Rows that are no lines, and faulty ones. */
  leftOut: FileLeftOut[];
  /** Events, and those among them that a later file has replaced. */
  events: number;
  replaced: number;
}

/** The build that made a part, counted from one that read all files, which is 0. */
export const buildOf = (part: string): number => Number(part.slice(0, Math.max(0, part.indexOf("."))));

/** The name of the next part, made from what has this fingerprint. */
export const nextPartName = (parts: readonly string[], print: string): string =>
  parts.length === 0 ? print : `${buildOf(parts.at(-1)!) + 1}.${print}`;

export type FilePrint = [filename: string, sha256: string, arrivedAt: number];

export const filePrint = ({ filename, sha256, arrived_at }: UploadedFile): FilePrint => [
  filename,
  sha256!,
  arrived_at,
];

/** Null for a build that kept none. */
export const readFacts = async (dir: string): Promise<ReadFacts | null> => {
  const text = await readFile(readStateFiles(dir).facts, "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as ReadFacts);
};
