// PostgreSQL.

import type { Descriptor } from "./descriptor.js";
import { byAddress, password, schemaField, serverFields } from "./server.js";

export const postgres = {
  title: "PostgreSQL",
  holds: "tables",
  aliases: { aws_rds_postgres: {}, aws_aurora_postgres: {}, gcp_cloud_sql_postgres: {} },
  fields: { ...serverFields(5432, "the directory of its socket"), schema: schemaField },
  secret: password,
  ...byAddress,
  cannot: [
    "Names of columns are cut to 63 bytes; `human_readable` and `custom_structure` make shorter ones.",
  ],
} as const satisfies Descriptor;
