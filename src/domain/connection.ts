// Connections: databases of the account's owner, from which datasets are read and to which targets are written. A connection's
// result lists their tables.

import { type Static, Type } from "@sinclair/typebox";
import { closed, oneOf } from "./schema.js";

export const supportedConnections = ["postgres"] as const;

/** Names of hosted PostgreSQL services, which requests may use instead of postgres. */
export const postgresAliases = ["aws_rds_postgres", "aws_aurora_postgres", "gcp_cloud_sql_postgres"] as const;

/** The type that is stored: an alias is postgres. */
export const canonicalType = (type: unknown): unknown =>
  postgresAliases.some((alias) => alias === type) ? "postgres" : type;

/** Where the Cloud SQL proxy puts the socket of an instance. */
export const cloudSqlSocket = (instance: string): string => `/cloudsql/${instance}`;

/** As libpq names them. */
const sslModes = ["disable", "prefer", "require", "verify-full"] as const;
export type SslMode = (typeof sslModes)[number];

const text = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 500, description, examples: [example] });

/** Everything but the password. */
export const connectionOptions = closed(
  {
    type: oneOf(supportedConnections, "Type of the database."),
    host: text("Host name or address of the server, or the directory of its socket.", "db.example.com"),
    port: Type.Integer({ minimum: 1, maximum: 65_535, default: 5432, description: "Port. Default: 5432." }),
    database: text("Name of the database.", "shop"),
    schema: Type.String({
      minLength: 1,
      maxLength: 500,
      default: "public",
      description: "Schema of the tables. Default: public.",
    }),
    user: text("User name to sign in with.", "bellwether"),
    sslmode: Type.Unsafe<SslMode>({
      ...oneOf(
        sslModes,
        "prefer (default): encrypt if the server can. require: always encrypt. verify-full: also verify the server's certificate.",
      ),
      default: "prefer",
    }),
  },
  "ConnectionOptions",
);
/** `sealed_password` is encrypted: see `store/sealed.ts`. */
export type PostgresOptions = Static<typeof connectionOptions> & { sealed_password: string };

export interface ConnectionConfig {
  options: PostgresOptions;
}

export interface ConnectionResult {
  /** Tables and views of the schema that the user may read, in order. */
  tables: string[];
}

/** A socket is on this machine, whatever it is called. */
export const isSocket = (host: string): boolean => host.startsWith("/");
