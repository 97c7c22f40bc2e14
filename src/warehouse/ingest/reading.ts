// A dataset's rows are those of its files, or those of other datasets side by side. Either way the names of the columns are
// known before any row is read, so that a misspelled one is refused at once.

import path from "node:path";
import type { DatasetConfig, HostedCsvOptions } from "../../domain/dataset.js";
import type { Engine } from "../engine.js";
import type { SourceFile } from "./dialect.js";
import { type DerivedColumns, type FileRead, type Records, readFiles } from "./read.js";
import { describeSources } from "./sources.js";

export interface Reading {
  names: string[];
  /** `derived` are columns over those of the rows: see `readFiles`. To be called once. */
  read(derived: DerivedColumns): Promise<{ records: Records; files: FileRead[] }>;
}

/** A dataset that reads files. */
export interface FileDataset {
  config: Pick<DatasetConfig, "upsert_columns" | "incremental_column">;
  options: HostedCsvOptions;
  files: readonly SourceFile[];
}

/** `onFile` hears of every file read, and of how many there are. Refuses what `describeSources` refuses. */
export const fileReading = async (
  engine: Engine,
  { files, options }: Pick<FileDataset, "files" | "options">,
  scratch: string,
  onFile: (read: number, of: number) => void,
): Promise<Reading> => {
  const { names, sources } = await describeSources(files, options);
  return {
    names,
    read: (derived) =>
      readFiles(engine, sources, { width: names.length, derived }, scratch, (count) =>
        onFile(count, sources.length),
      ),
  };
};

export const memberScratch = (scratch: string, member: number): string =>
  path.join(scratch, `member-${member}`);
