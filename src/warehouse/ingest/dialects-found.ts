// Dialects found in the files of a preview, for the owner to see and to change.

import type { FileDialect } from "../../domain/data/dataset-findings.js";
import type { HostedCsvOptions } from "../../domain/data/dataset-options.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import type { Source } from "./columns.js";
import type { Dialect } from "./dialect.js";

/** The dialect of the first file, and the options that name what was found in all. */
export const dialectsFound = (
  sources: readonly Source[],
  options: HostedCsvOptions,
): Pick<DatasetResult, "dialect" | "proposed_options"> => {
  const dialects = sources.map(({ dialect }) => dialect);
  const [first] = dialects;
  if (!first) return {};
  const proposed = { ...proposedRow(dialects, options), ...proposedSheet(dialects, options) };
  return {
    dialect: { ...shown(first), ...joinedSheets(sources) },
    ...(Object.keys(proposed).length > 0 && { proposed_options: proposed }),
  };
};

/** The sheets of the first workbook that are read as one table. */
const joinedSheets = ([first, ...others]: readonly Source[]) => {
  const alike = others.filter(({ path, dialect }) => path === first!.path && dialect.sheet !== undefined);
  const joined = [first!, ...alike].flatMap(({ dialect: { sheet } }) => sheet ?? []);
  return alike.length > 0 ? { joined_sheets: joined } : {};
};

const shown = ({
  encoding,
  delimiter,
  headerLine,
  preamble,
  sheet,
  sheets,
  compression,
  parquet,
}: Dialect): FileDialect => ({
  encoding,
  delimiter,
  header_row: headerLine,
  ...(preamble.length > 0 && { preamble }),
  ...(sheet !== undefined && { sheet, sheets }),
  ...(compression !== "none" && { compression }),
  ...(parquet && { format: "parquet" as const }),
});

/** Only a header that is not the first row, in all files alike, has to be named. */
const proposedRow = (dialects: readonly Dialect[], { header_row }: HostedCsvOptions) => {
  const { headerLine, preamble } = dialects[0]!;
  const isAlike = dialects.every((dialect) => dialect.headerLine === headerLine);
  return header_row === undefined && isAlike && (headerLine === 0 || preamble.length > 0)
    ? { header_row: headerLine }
    : {};
};

const proposedSheet = (dialects: readonly Dialect[], options: HostedCsvOptions) => {
  const { sheet, sheets = [] } = dialects[0]!;
  const isAlike = dialects.every((dialect) => dialect.sheet === sheet);
  return options.sheet === undefined && sheet !== undefined && isAlike && sheets.length > 1 ? { sheet } : {};
};
