// File formats of downloads, as the API document describes them.

import { Type } from "@sinclair/typebox";
import { parquetType } from "../delivery/media-type.js";

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
