// A session with a database of the owner, by its type. The driver of a type is loaded when it is needed.

import { refuse } from "../../errors/refusal.js";
import type { ConnectionAccess } from "./access.js";
import type { OpenDatabase } from "./database.js";

export const withDatabase: OpenDatabase<ConnectionAccess> = async (access, work) => {
  switch (access.options.type) {
    case "postgres": {
      const { withPostgresTables } = await import("./postgres/database.js");
      return withPostgresTables({ ...access, options: access.options }, work);
    }
    case "redshift": {
      const { withRedshiftTables } = await import("./redshift/database.js");
      return withRedshiftTables({ ...access, options: access.options }, work);
    }
    case "mysql": {
      const { withMysqlTables } = await import("./mysql/database.js");
      return withMysqlTables({ ...access, options: access.options }, work);
    }
    case "snowflake": {
      const { withSnowflakeTables } = await import("./snowflake/database.js");
      return withSnowflakeTables({ ...access, options: access.options }, work);
    }
    case "bigquery": {
      const { withBigqueryTables } = await import("./bigquery/database.js");
      return withBigqueryTables({ ...access, options: access.options }, work);
    }
    case "s3":
      throw refuse("connection-failed", { detail: "it is to a bucket, which has files and no tables" });
  }
};
