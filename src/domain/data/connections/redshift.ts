// Amazon Redshift.

import type { Descriptor } from "./descriptor.js";
import { byAddress, password, schemaField, serverFields } from "./server.js";

export const redshift = {
  title: "Amazon Redshift",
  holds: "tables",
  aliases: { aws_redshift: {} },
  fields: { ...serverFields(5439, "the directory of its socket"), schema: schemaField },
  secret: password,
  ...byAddress,
  cannot: [
    "External tables are not listed.",
    "Rows are written by inserts of 10,000 values, which Redshift runs slowly: use it for lists of up to some hundred thousand rows.",
    "Names are in lower case, of 127 bytes at most.",
    "A text of more than 65,535 bytes is refused.",
    "No primary key is enforced, so a build looks up whether `merge_by` is unique, in its rows and in the table.",
  ],
} as const satisfies Descriptor;
