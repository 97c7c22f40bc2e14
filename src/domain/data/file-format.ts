// File formats of uploads, by the ending of the name, and what to do with a file of another format.

/** A text that may be compressed, an Excel workbook, a Parquet file, or an archive. */
export const readableEnding = "\\.((csv|tsv|txt|json|jsonl|ndjson)(\\.(gz|bz2|zst))?|xlsx|parquet|zip)$";

/** The same for objects of a bucket, where `.json` describes the tables beside it. */
export const objectEnding = readableEnding.replace("|json|", "|");

/** For a sentence. */
export const readableEndings =
  ".csv, .tsv, .txt, .json, .jsonl, .ndjson, .xlsx, .parquet or .zip. A text may be compressed and end in .gz, .bz2 or .zst as well.";

export const objectEndings = readableEndings.replace(" .json,", "");

const cures: [RegExp, string][] = [
  [
    /\.(xls|xlsb|xlsm|xltx|ods|numbers|gsheet)$/i,
    "Open it, save it as an Excel workbook (.xlsx) or as CSV UTF-8, and upload that.",
  ],
  [
    /\.(pdf|docx?|pages|html?|eml|png|jpe?g)$/i,
    "It holds no table that can be read. Export the data from your shop or CRM as CSV or Excel (.xlsx), and upload that.",
  ],
  [/\.(xml|orc|avro|feather|sql|sqlite|db)$/i, "Export the same data as CSV or Parquet, and upload that."],
  [/\.(rar|7z|tar|tgz|tar\.\w+)$/i, "Unpack it, and upload the files in it, or pack them as .zip."],
  [/\.parquet\.\w+$/i, "Unpack it, and upload the .parquet file, which is compressed inside."],
  [
    /\.(gz|bz2|zst)$/i,
    "The name before .gz, .bz2 or .zst must end in .csv, .tsv, .txt, .json, .jsonl or .ndjson.",
  ],
];

/** Advice for a file that cannot be read, by its name. */
export const cureOf = (filename: string): string =>
  cures.find(([ending]) => ending.test(filename))?.[1] ?? `The name must end in ${readableEndings}`;
