// File formats of downloads: their media types, and how the API document describes them.

import { Type } from "@sinclair/typebox";

const parquetType = "application/vnd.apache.parquet";

export const mediaTypeOf = (file: string): string => {
  if (file.endsWith(".parquet")) return parquetType;
  return file.endsWith(".gz") ? "application/gzip" : "text/csv; charset=utf-8";
};

const binary = (description: string) => ({ schema: Type.String({ format: "binary", description }) });

const csv = {
  "text/csv": {
    schema: Type.String({ description: "The file, as text." }),
    example: "person_first_name,person_last_name\nAda,Lee\n",
  },
  "application/gzip": binary("The file, compressed."),
};

/** The content of an answer that is a file of CSV. */
export const csvFile = { content: csv };

/** The same, of a hosted file in any format. */
export const hostedFile = { content: { ...csv, [parquetType]: binary("The file, as Parquet.") } };
