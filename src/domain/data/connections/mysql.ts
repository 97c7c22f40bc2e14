// MySQL and MariaDB.

import type { Descriptor } from "./descriptor.js";
import { byAddress, password, serverFields } from "./server.js";

export const mysql = {
  title: "MySQL or MariaDB",
  holds: "tables",
  aliases: { mariadb: {}, aws_rds_mysql: {}, aws_aurora_mysql: {}, gcp_cloud_sql_mysql: {} },
  fields: serverFields(3306, "the path of its socket"),
  secret: password,
  ...byAddress,
  cannot: [
    "There is no schema: tables are those of the database.",
    "`verify-full` needs the name of the host, not its address.",
    "A table that is replaced keeps its indexes, but not its triggers and foreign keys: use `merge_by`, which keeps the table itself.",
    "Names of columns have 64 characters at most, and may not differ in case alone.",
    "Texts of `merge_by` have 255 characters at most, with more than three of them fewer. MySQL 5.7 ignores spaces at the end when it compares them.",
  ],
} as const satisfies Descriptor;
