// Connections: databases and buckets of the account's owner, from which datasets are read and to which
// targets are written. A connection's result lists what is there: the tables of a database, or the
// directories and files of a bucket.

import { type Static, Type } from "@sinclair/typebox";
import { closed, oneOf, optional } from "../resource/schema.js";
import { hostOf } from "../resource/url-host.js";

/** Types whose tables are read and written. */
export const databaseTypes = ["postgres", "mysql", "redshift", "snowflake", "bigquery"] as const;
export type DatabaseType = (typeof databaseTypes)[number];

/** Types whose files are read and written. */
export const bucketTypes = ["s3"] as const;
export type BucketType = (typeof bucketTypes)[number];

export const connectionTypes = [...databaseTypes, ...bucketTypes] as const;
export type ConnectionType = (typeof connectionTypes)[number];

export const isDatabase = (type: string): type is DatabaseType =>
  databaseTypes.some((database) => database === type);

export const isBucket = (type: string): type is BucketType => bucketTypes.some((bucket) => bucket === type);

/** Names of hosted services, which requests may use instead of a type. */
const aliases = {
  aws_rds_postgres: "postgres",
  aws_aurora_postgres: "postgres",
  gcp_cloud_sql_postgres: "postgres",
  mariadb: "mysql",
  aws_rds_mysql: "mysql",
  aws_aurora_mysql: "mysql",
  gcp_cloud_sql_mysql: "mysql",
  aws_redshift: "redshift",
  aws_s3: "s3",
  gcs: "s3",
} as const satisfies Record<string, ConnectionType>;

const aliasesOf = (isOfKind: (type: string) => boolean): string[] =>
  Object.entries(aliases).flatMap(([alias, type]) => (isOfKind(type) ? [alias] : []));

export const databaseAliases = aliasesOf(isDatabase);
export const bucketAliases = aliasesOf(isBucket);

/** The type that is stored; every other value as it is. */
export const canonicalType = (type: unknown): unknown =>
  Object.entries(aliases).find(([alias]) => alias === type)?.[1] ?? type;

/** The aliases of databases behind the Cloud SQL proxy. */
export const isCloudSql = (type: unknown): boolean => String(type).startsWith("gcp_cloud_sql_");

/** Where the Cloud SQL proxy puts the socket of an instance. */
export const cloudSqlSocket = (instance: string): string => `/cloudsql/${instance}`;

/** Google Cloud Storage by its S3-compatible interface, which takes any region. */
export const googleBuckets = { endpoint: "https://storage.googleapis.com", region: "auto" };

/** As libpq names them. */
const sslModes = ["disable", "prefer", "require", "verify-full"] as const;
export type SslMode = (typeof sslModes)[number];

const text = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 500, description, examples: [example] });

/** Fields of a server that is reached by its address. */
const serverFields = (defaultPort: number, socket: string) => ({
  host: text(`Host name or address of the server, or ${socket}.`, "db.example.com"),
  port: Type.Integer({
    minimum: 1,
    maximum: 65_535,
    default: defaultPort,
    description: `Port. Default: ${defaultPort}.`,
  }),
  database: text("Name of the database.", "shop"),
  user: text("User name to sign in with.", "bellwether"),
  sslmode: Type.Unsafe<SslMode>({
    ...oneOf(
      sslModes,
      "prefer (default): encrypt if the server can. require: always encrypt. verify-full: also verify the server's certificate.",
    ),
    default: "prefer",
  }),
});

const schema = Type.String({
  minLength: 1,
  maxLength: 500,
  default: "public",
  description: "Schema of the tables. Default: public.",
});

const typeOf = <const T extends string>(type: T) => oneOf([type], "Type of the database.");

/** Labels of a host name alone, so that an account cannot lead to a host that is not Snowflake's. */
const accountRule =
  "^[A-Za-z0-9]([A-Za-z0-9_-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?){0,3}$";

const snowflakeOptions = closed(
  {
    type: typeOf("snowflake"),
    account: Type.String({
      pattern: accountRule,
      description:
        "Account identifier: organization and account name with a hyphen, or a locator with its region. The host is it with .snowflakecomputing.com.",
      examples: ["myorg-account123"],
    }),
    user: text("Name of the user who has the public key.", "BELLWETHER"),
    warehouse: text("Warehouse that executes statements, in its exact spelling.", "COMPUTE_WH"),
    database: text("Name of the database, in its exact spelling.", "SHOP"),
    schema: Type.String({
      minLength: 1,
      maxLength: 500,
      default: "PUBLIC",
      description: "Schema of the tables, in its exact spelling. Default: PUBLIC.",
    }),
    role: optional(
      text("Role of the session, in its exact spelling. Absent: the user's default role.", "LOADER"),
    ),
  },
  "SnowflakeOptions",
);

const bigqueryOptions = closed(
  {
    type: typeOf("bigquery"),
    project_id: Type.String({
      pattern: "^([a-z0-9.-]{1,63}:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$",
      description: "ID of the project that has the dataset and pays for queries.",
      examples: ["my-shop-123456"],
    }),
    dataset: Type.String({
      pattern: "^[A-Za-z0-9_]{1,1024}$",
      description: "Name of the dataset of the tables.",
      examples: ["shop"],
    }),
    location: optional(
      Type.String({
        pattern: "^[A-Za-z0-9-]{1,50}$",
        description: "Location of the jobs. Absent: that of the dataset.",
        examples: ["EU"],
      }),
    ),
    client_email: optional(
      Type.String({
        maxLength: 500,
        description:
          "E-mail address of the service account. It is taken from the credentials, whatever a request says.",
        examples: ["bellwether@my-shop-123456.iam.gserviceaccount.com"],
      }),
    ),
  },
  "BigqueryOptions",
);

const s3Options = closed(
  {
    type: oneOf(["s3"], "Type of the storage."),
    bucket: Type.String({
      minLength: 3,
      maxLength: 222,
      pattern: "^[a-z0-9][a-z0-9._-]*[a-z0-9]$",
      description: "Name of the bucket.",
      examples: ["shop-exports"],
    }),
    region: Type.String({
      pattern: "^[a-z0-9-]{1,50}$",
      default: "us-east-1",
      description: "Region of the bucket. Default: us-east-1; for gcs: auto.",
      examples: ["eu-central-1"],
    }),
    endpoint: optional(
      Type.String({
        maxLength: 500,
        pattern: "^https?://[^/?#@\\s]+/?$",
        description:
          "Address of a server that is not Amazon's, such as https://storage.example.com; its buckets are addressed by path. Default: Amazon S3; " +
          `for gcs: ${googleBuckets.endpoint}.`,
        examples: ["https://storage.example.com"],
      }),
    ),
    prefix: optional(
      Type.String({
        maxLength: 500,
        pattern: "^[^/*](.*[^/*])?$",
        description:
          "Directory of the bucket. Datasets read below it, and targets write below it. Absent: the whole bucket.",
        examples: ["exports"],
      }),
    ),
    access_key_id: text("ID of the access key; for gcs: of an HMAC key.", "AKIAIOSFODNN7EXAMPLE"),
  },
  "S3Options",
);

/** Everything but the secret. */
export const connectionOptions = {
  postgres: closed(
    { type: typeOf("postgres"), ...serverFields(5432, "the directory of its socket"), schema },
    "PostgresOptions",
  ),
  mysql: closed({ type: typeOf("mysql"), ...serverFields(3306, "the path of its socket") }, "MysqlOptions"),
  redshift: closed(
    { type: typeOf("redshift"), ...serverFields(5439, "the directory of its socket"), schema },
    "RedshiftOptions",
  ),
  snowflake: snowflakeOptions,
  bigquery: bigqueryOptions,
  s3: s3Options,
} satisfies Record<ConnectionType, unknown>;

/** How requests name the secret. */
export const secretFields = {
  postgres: "password",
  mysql: "password",
  redshift: "password",
  snowflake: "private_key",
  bigquery: "credentials",
  s3: "secret_access_key",
} as const satisfies Record<ConnectionType, string>;
export type SecretField = (typeof secretFields)[ConnectionType];

/** `sealed_password` is the secret of any type, encrypted: see `store/secrets.ts`. */
interface Sealed {
  sealed_password: string;
}
type OptionsOf<T extends ConnectionType> = Static<(typeof connectionOptions)[T]> & Sealed;
export type PostgresOptions = OptionsOf<"postgres">;
export type MysqlOptions = OptionsOf<"mysql">;
export type RedshiftOptions = OptionsOf<"redshift">;
export type SnowflakeOptions = OptionsOf<"snowflake">;
export type BigqueryOptions = OptionsOf<"bigquery">;
export type BucketOptions = OptionsOf<"s3">;
export type ConnectionOptions = { [T in ConnectionType]: OptionsOf<T> }[ConnectionType];

export interface ConnectionConfig {
  options: ConnectionOptions;
}

export interface ConnectionResult {
  /** What the user may read, in order: tables and views of the schema, or directories and files of the bucket. */
  tables: string[];
}

/** What the secret is sent to, or signs in to. */
export const serverOf = (options: ConnectionOptions): object => {
  switch (options.type) {
    case "postgres":
    case "mysql":
    case "redshift":
      return { type: options.type, host: options.host, port: options.port };
    case "snowflake":
      return { type: options.type, account: options.account };
    case "bigquery":
      return { type: options.type };
    case "s3":
      return { type: options.type, endpoint: options.endpoint };
  }
};

/** The host that the owner names; undefined where the service has hosts of its own. */
export const namedHost = (options: ConnectionOptions): string | undefined => {
  if (options.type === "s3") return options.endpoint === undefined ? undefined : hostOf(options.endpoint);
  return "host" in options ? options.host : undefined;
};

/** A socket is on this machine, whatever it is called. */
export const isSocket = (host: string): boolean => host.startsWith("/");
