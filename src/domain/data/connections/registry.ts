// Registry of the types of connections: a line for each.

import { azure_blobs } from "./azure-blobs.js";
import { bigquery } from "./bigquery.js";
import { clickhouse } from "./clickhouse.js";
import { databricks } from "./databricks.js";
import type { Descriptor, Field } from "./descriptor.js";
import { file_link } from "./file-link.js";
import { google_sheets } from "./google-sheets.js";
import { mysql } from "./mysql.js";
import { postgres } from "./postgres.js";
import { brevo, endpoint, google, hubspot, klaviyo, mailchimp, meta } from "./programs.js";
import { redshift } from "./redshift.js";
import { s3 } from "./s3.js";
import { sftp } from "./sftp.js";
import { snowflake } from "./snowflake.js";

export const connections = {
  postgres,
  mysql,
  redshift,
  snowflake,
  bigquery,
  clickhouse,
  databricks,
  google_sheets,
  s3,
  azure_blobs,
  sftp,
  file_link,
  klaviyo,
  hubspot,
  brevo,
  mailchimp,
  meta,
  google,
  endpoint,
} as const;

export type ConnectionType = keyof typeof connections;
type TypeThatHolds<What> = {
  [T in ConnectionType]: (typeof connections)[T]["holds"] extends What ? T : never;
}[ConnectionType];
/** A type whose tables are read. */
export type DatabaseType = TypeThatHolds<"tables">;
/** A type whose files are read. */
export type BucketType = TypeThatHolds<"files">;
export type ReadOnlyType = {
  [T in ConnectionType]: (typeof connections)[T] extends { isReadOnly: true } ? T : never;
}[ConnectionType];
/** A type whose tables targets write as well. */
export type WrittenDatabaseType = Exclude<DatabaseType, ReadOnlyType>;
/** A type whose files targets write as well. */
export type WrittenBucketType = Exclude<BucketType, ReadOnlyType>;
/** A program that takes people with their predictions. */
export type ProgramType = TypeThatHolds<"contacts">;
export type SecretField = (typeof connections)[ConnectionType]["secret"]["name"];

export const connectionTypes = Object.keys(connections) as ConnectionType[];

export const descriptorOf = (type: ConnectionType): Descriptor & { secret: { name: SecretField } } =>
  connections[type];

const holds = (type: string, what: Descriptor["holds"]): boolean =>
  connectionTypes.some((known) => known === type && connections[known].holds === what);
export const isDatabase = (type: string): type is DatabaseType => holds(type, "tables");
export const isBucket = (type: string): type is BucketType => holds(type, "files");
export const isProgram = (type: string): type is ProgramType => holds(type, "contacts");

export const isReadOnly = (type: ConnectionType): type is ReadOnlyType =>
  descriptorOf(type).isReadOnly === true;

/** Whether a program takes people as hashes alone. */
export const takesHashes = (type: ConnectionType): boolean => descriptorOf(type).takesHashes === true;

export const databaseTypes = connectionTypes.filter(isDatabase);
export const writtenDatabaseTypes = databaseTypes.filter(
  (type): type is WrittenDatabaseType => !isReadOnly(type),
);
export const bucketTypes = connectionTypes.filter(isBucket);
export const writtenBucketTypes = bucketTypes.filter((type): type is WrittenBucketType => !isReadOnly(type));
export const programTypes = connectionTypes.filter(isProgram);

/** Options of a type, as its fields say. */
export type ValuesOf<T extends ConnectionType> = FieldValues<(typeof connections)[T]["fields"]>;
type FieldValues<Fields> = { [N in Exclude<keyof Fields, Optional<Fields>>]: ValueOf<Fields[N]> } & {
  [N in Optional<Fields>]?: ValueOf<Fields[N]>;
};
type Optional<Fields> = {
  [N in keyof Fields]: Fields[N] extends { isOptional: true } ? N : never;
}[keyof Fields];
type ValueOf<F> = F extends { kind: "port" }
  ? number
  : F extends { choices: infer Choices }
    ? keyof Choices
    : string;

export const fieldsOf = (type: ConnectionType): [name: string, field: Field][] =>
  Object.entries(descriptorOf(type).fields);
