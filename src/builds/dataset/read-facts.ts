// Facts that a build keeps for the next, so that this one only has to read the files that were added.

import { readFile } from "node:fs/promises";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import type { ColumnCount } from "../../warehouse/ingest/read.js";
import { readStateFiles } from "../../warehouse/relations.js";
import type { UploadedFile } from "./input.js";

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
  /** For each part of the events of the streams, all that it and those before it were made from. */
  parts: string[];
  result: DatasetResult;
}

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
