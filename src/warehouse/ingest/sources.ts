// The files of a dataset as one table: which of them count, how each is written, and where its columns stand in the union.

import type { HostedCsvOptions } from "../../domain/dataset.js";
import { refuse } from "../../errors/refusal.js";
import { unionOfColumns } from "./columns.js";
import { type Dialect, detectDialect, type SourceFile } from "./dialect.js";

export interface Source extends SourceFile {
  index: number;
  dialect: Dialect;
  /** For each column of the file, its place in the union. */
  places: number[];
}

/** Every column costs memory for each row that is read at once; a table this wide is a matrix, not a record of events. */
const mostColumns = 1000;

const checkWidth = (file: string, columns: number): void => {
  if (columns > mostColumns) throw refuse("columns-too-many", { file, columns, most: mostColumns });
};

/** In the order of arrival. Refuses `file-empty`, `file-binary` and `columns-too-many`. */
export const describeSources = async (
  files: readonly SourceFile[],
  options: HostedCsvOptions,
): Promise<{ names: string[]; sources: Source[] }> => {
  const counting = filesThatCount(files, options);
  const dialects: Dialect[] = [];
  for (const file of counting) dialects.push(await detectDialect(file, options));
  for (const [i, { names }] of dialects.entries()) checkWidth(counting[i]!.filename, names.length);
  const { names, places } = unionOfColumns(dialects.map((dialect) => dialect.names));
  const sources = counting.map((file, index) => ({
    ...file,
    index,
    dialect: dialects[index]!,
    places: places[index]!,
  }));
  return { names, sources };
};

const filesThatCount = (files: readonly SourceFile[], options: HostedCsvOptions): SourceFile[] => {
  if (files.length === 0) throw refuse("file-empty", { file: options.upload_directory });
  const inOrder = files.toSorted((a, b) => a.arrived_at - b.arrived_at || (a.filename < b.filename ? -1 : 1));
  return options.replace_all_with_latest_file ? inOrder.slice(-1) : inOrder;
};
