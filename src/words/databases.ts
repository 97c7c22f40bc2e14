// Names of databases in sentences and forms.

import type { DatabaseType } from "../domain/data/connection.js";

export const databaseNames: Record<DatabaseType, string> = {
  postgres: "PostgreSQL",
  mysql: "MySQL or MariaDB",
  redshift: "Amazon Redshift",
  snowflake: "Snowflake",
  bigquery: "BigQuery",
};
