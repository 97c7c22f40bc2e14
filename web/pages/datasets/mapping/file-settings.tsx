// File settings: encoding, separator, row of the column names and sheet, as detected and as the owner changes
// them. A preview is read again after each change.

import { bucketNames } from "../../../../src/words/connections.js";
import type { Schemas } from "../../../api/client.js";
import { SelectField } from "../../../ui/field.js";
import { formatCounted } from "../../../ui/format.js";
import type { FileOptions } from "./draft.js";
import styles from "./mapping.module.css";

type Dataset = Schemas["Dataset"];

interface FileSettingsProps {
  dataset: Dataset;
  /** Options that are not saved yet. */
  options: FileOptions | undefined;
  isBusy: boolean;
  onChange: (options: FileOptions) => void;
}

export const FileSettings = ({ dataset, options, isBusy, onChange }: FileSettingsProps) => {
  const { dialect, row_count: rows, preview } = dataset;
  if (dataset.options.type !== "hosted_csv" && !(dataset.options.type in bucketNames)) return null;
  if (dialect?.format === "parquet")
    return (
      <p className={styles.file}>
        {[...(rows === undefined ? [] : [formatCounted(rows, "row")]), "Parquet"].join(", ")}
      </p>
    );
  const set = { ...dataset.options, ...options };
  const read = settingsOf(set, dialect);
  return (
    <details className={styles.file}>
      <summary>
        <span>
          {[...(rows === undefined ? [] : [formatCounted(rows, "row")]), ...fileFacts(read, dialect)].join(
            ", ",
          )}
        </span>{" "}
        <span className={styles.link}>Change</span>
      </summary>
      <div className={styles.fields}>
        <SelectField
          label="Column names are in"
          value={read.header_row === undefined ? "" : String(read.header_row)}
          choices={headerChoices(read.header_row)}
          disabled={isBusy}
          onChange={(row) => row !== "" && onChange({ header_row: Number(row) })}
        />
        <SelectField
          label="Encoding"
          value={read.encoding ?? ""}
          choices={encodingChoices}
          disabled={isBusy || dialect?.sheet !== undefined}
          onChange={(encoding) => encoding && onChange({ encoding: encoding as Encoding })}
        />
        <SelectField
          label="Separator"
          value={read.delimiter ?? ""}
          choices={delimiterChoices(read.delimiter)}
          disabled={isBusy || dialect?.sheet !== undefined}
          onChange={(delimiter) => delimiter && onChange({ delimiter })}
        />
        {dialect?.sheets && (
          <SelectField
            label="Sheet"
            value={read.sheet ?? ""}
            choices={dialect.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
            disabled={isBusy}
            onChange={(sheet) => onChange({ sheet })}
          />
        )}
      </div>
      {dialect?.preamble && dialect.preamble.length > 0 && (
        <>
          <p className="soft small">Lines above the column names, which are skipped</p>
          <pre className={styles.preamble}>{dialect.preamble.join("\n")}</pre>
        </>
      )}
      {!preview && <p className="soft small">Files are read again when you save.</p>}
    </details>
  );
};

type Dialect = NonNullable<Dataset["dialect"]>;
type Encoding = Dialect["encoding"];
type Read = Pick<FileOptions, "encoding" | "header_row" | "delimiter" | "sheet">;

/** As set, or else as detected. */
const settingsOf = (
  { encoding, header_row, delimiter, sheet }: Omit<Read, "header_row"> & { header_row?: number | string },
  dialect: Dialect | undefined,
): Read => {
  const code = encoding ?? dialect?.encoding;
  const row = header_row ?? dialect?.header_row;
  const separator = delimiter ?? dialect?.delimiter;
  const read = sheet ?? dialect?.sheet;
  return {
    ...(code !== undefined && { encoding: code }),
    ...(row !== undefined && { header_row: Number(row) }),
    ...(separator !== undefined && { delimiter: separator }),
    ...(read !== undefined && { sheet: read }),
  };
};

const encodings: Readonly<Record<Encoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16, big end first",
  "windows-1252": "Western Europe (Windows-1252)",
  "windows-1250": "Central Europe (Windows-1250)",
  "iso-8859-2": "Central Europe (ISO 8859-2)",
  "windows-1257": "Baltic (Windows-1257)",
  "windows-1254": "Turkish (Windows-1254)",
  "windows-1251": "Cyrillic (Windows-1251)",
  "windows-1253": "Greek (Windows-1253)",
  "windows-1255": "Hebrew (Windows-1255)",
  "windows-1256": "Arabic (Windows-1256)",
  "windows-874": "Thai (Windows-874)",
  shift_jis: "Japanese (Shift JIS)",
  "euc-jp": "Japanese (EUC)",
  "euc-kr": "Korean (EUC-KR)",
  gb18030: "Chinese, simplified (GB 18030)",
  big5: "Chinese, traditional (Big5)",
};
const encodingChoices = [
  { value: "", label: "Detected" },
  ...Object.entries(encodings).map(([value, label]) => ({ value, label })),
];
const delimiters: Readonly<Record<string, string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "vertical bar",
};

/** "UTF-8", "semicolon", "column names in row 4" */
export const fileFacts = ({ header_row, delimiter, sheet }: Read, dialect?: Dialect): string[] => [
  ...(sheet === undefined ? [] : [`sheet “${sheet}”`]),
  ...(dialect && sheet === undefined ? [encodings[dialect.encoding]] : []),
  ...(delimiter !== undefined && sheet === undefined
    ? [delimiters[delimiter] ?? `separator ${delimiter}`]
    : []),
  header_row === undefined
    ? "column names detected"
    : header_row === 0
      ? "no column names"
      : `column names in row ${header_row}`,
];

const headerChoices = (chosen = 0) => [
  { value: "", label: "Detected" },
  { value: "0", label: "No row: there are none" },
  ...Array.from({ length: Math.max(10, chosen) }, (_, index) => ({
    value: String(index + 1),
    label: `Row ${index + 1}`,
  })),
];

const delimiterChoices = (chosen: string | undefined) => [
  { value: "", label: "Detected" },
  ...Object.entries(delimiters).map(([value, label]) => ({ value, label })),
  ...(chosen !== undefined && !Object.hasOwn(delimiters, chosen) ? [{ value: chosen, label: chosen }] : []),
];
