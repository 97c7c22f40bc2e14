// Connections: databases and buckets of the account's owner, from which datasets are read and to which
// targets are written, and programs that take people. A connection's result lists what is there: the tables
// of a database, the directories and files of a bucket, or the lists of a program.

import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { closed, oneOf, optional } from "../resource/schema.js";
import { hostOf } from "../resource/url-host.js";
import type { Field } from "./connections/descriptor.js";
import {
  type BucketType,
  bucketTypes,
  type ConnectionType,
  connectionTypes,
  databaseTypes,
  descriptorOf,
  fieldsOf,
  type ProgramType,
  type ValuesOf,
} from "./connections/registry.js";

const aliasesOf = (types: readonly ConnectionType[]): string[] =>
  types.flatMap((type) => Object.keys(descriptorOf(type).aliases));

export const databaseAliases = aliasesOf(databaseTypes);
export const bucketAliases = aliasesOf(bucketTypes);

const typeOfAlias = (alias: unknown): ConnectionType | undefined =>
  connectionTypes.find((type) => Object.keys(descriptorOf(type).aliases).some((known) => known === alias));

/** The type that is stored; every other value as it is. */
export const canonicalType = (type: unknown): unknown => typeOfAlias(type) ?? type;

/** Options that a name stands for besides the type. */
export const optionsOfAlias = (alias: unknown): Readonly<Record<string, string>> => {
  const type = typeOfAlias(alias);
  return type === undefined ? {} : descriptorOf(type).aliases[String(alias)]!;
};

/** The aliases of databases behind the Cloud SQL proxy. */
export const isCloudSql = (type: unknown): boolean => String(type).startsWith("gcp_cloud_sql_");

/** Where the Cloud SQL proxy puts the socket of an instance. */
export const cloudSqlSocket = (instance: string): string => `/cloudsql/${instance}`;

const schemaOf = (field: Field): TSchema => {
  const { kind, about: description, rule = { minLength: 1, maxLength: 500 }, example, isOptional } = field;
  const usual = field.default !== undefined && { default: field.default };
  if (kind === "port") return Type.Integer({ minimum: 1, maximum: 65_535, ...usual, description });
  if (kind === "choice") return Type.Unsafe({ ...oneOf(Object.keys(field.choices!), description), ...usual });
  const text = Type.String({
    ...rule,
    ...usual,
    description,
    ...(example !== undefined && { examples: [example] }),
  });
  return isOptional ? optional(text) : text;
};

const nouns = { tables: "database", files: "storage", contacts: "program" } as const;

const schemaOfType = (type: ConnectionType): TObject =>
  closed(
    {
      type: oneOf([type], `Type of the ${nouns[descriptorOf(type).holds]}.`),
      ...Object.fromEntries(fieldsOf(type).map(([name, field]) => [name, schemaOf(field)])),
    },
    `${inOneWord(type)}Options`,
  );

/** `AzureBlobs` */
const inOneWord = (type: ConnectionType): string =>
  type.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase());

/** Everything but the secret. */
export const connectionOptions = Object.fromEntries(
  connectionTypes.map((type) => [type, schemaOfType(type)]),
) as Record<ConnectionType, TObject>;

/** `sealed_password` is the secret of any type, encrypted: see `store/secrets.ts`. */
interface Sealed {
  sealed_password: string;
}
type OptionsOf<T extends ConnectionType> = { type: T } & ValuesOf<T> & Sealed;
export type PostgresOptions = OptionsOf<"postgres">;
export type MysqlOptions = OptionsOf<"mysql">;
export type RedshiftOptions = OptionsOf<"redshift">;
export type SnowflakeOptions = OptionsOf<"snowflake">;
export type ClickhouseOptions = OptionsOf<"clickhouse">;
export type DatabricksOptions = OptionsOf<"databricks">;
export type GoogleSheetsOptions = OptionsOf<"google_sheets">;
export type BigqueryOptions = OptionsOf<"bigquery">;
export type S3Options = OptionsOf<"s3">;
export type AzureBlobsOptions = OptionsOf<"azure_blobs">;
export type SftpOptions = OptionsOf<"sftp">;
export type FileLinkOptions = OptionsOf<"file_link">;
export type BucketOptions = { [T in BucketType]: OptionsOf<T> }[BucketType];
export type ProgramOptions = { [T in ProgramType]: OptionsOf<T> }[ProgramType];
export type ConnectionOptions = { [T in ConnectionType]: OptionsOf<T> }[ConnectionType];

export interface ConnectionConfig {
  options: ConnectionOptions;
}

export interface ConnectionResult {
  /**
   * Names that the user may read, in order: tables and views of the schema, directories and files of the
   * bucket, or lists of the program.
   */
  tables: string[];
}

/** Fields that name the server for which the secret is. */
export const serverOf = (options: ConnectionOptions): object => {
  const { secretGoesTo } = descriptorOf(options.type);
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => name === "type" || secretGoesTo.includes(name)),
  );
};

/** The host that the owner names; undefined where the service has hosts of its own. */
export const namedHost = (options: ConnectionOptions): string | undefined => {
  if (options.type === "endpoint") return hostOf(options.url);
  if (options.type === "s3" || options.type === "azure_blobs")
    return options.endpoint === undefined ? undefined : hostOf(options.endpoint);
  if (options.type === "file_link") return options.origin === undefined ? undefined : hostOf(options.origin);
  return "host" in options ? options.host : undefined;
};

/** A socket is on this machine, whatever it is called. */
export const isSocket = (host: string): boolean => host.startsWith("/");
