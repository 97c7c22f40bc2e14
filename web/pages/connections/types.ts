// Types of connections, and the fields that each has in the form and on the page.

import { databaseNames } from "../../../src/words/databases.js";
import type { Records } from "../../api/kinds.js";

export type Options = Records["connections"]["options"];
export type ConnectionType = Options["type"];
type SslMode = Extract<Options, { sslmode: string }>["sslmode"];

export interface OptionField {
  name: string;
  label: string;
  hint?: string;
  kind?: "port" | "encryption";
  /** What a new connection has. Default: nothing. */
  initial?: string;
  isOptional?: true;
}

interface Secret {
  /** The name of the option. */
  name: string;
  label: string;
  hint?: string;
  /** Of several lines. */
  isLong?: true;
}

export interface FieldsOfType {
  label: string;
  groups: Record<string, readonly OptionField[]>;
  /** In the last group, or after it if it is long. */
  secret: Secret;
}

const server = (port: number): OptionField[] => [
  { name: "host", label: "Host", hint: "Name or address, as seen from this service." },
  { name: "port", label: "Port", kind: "port", initial: String(port) },
  { name: "sslmode", label: "Encryption", kind: "encryption", initial: "prefer" },
];
const database: OptionField = { name: "database", label: "Database" };
const schema: OptionField = {
  name: "schema",
  label: "Schema",
  hint: "The schema that holds the tables.",
  initial: "public",
};
const user: OptionField = { name: "user", label: "User" };
const password: Secret = { name: "password", label: "Password" };

export const connectionTypes: Record<ConnectionType, FieldsOfType> = {
  postgres: {
    label: databaseNames.postgres,
    groups: { Server: server(5432), Data: [database, schema], Login: [user] },
    secret: password,
  },
  mysql: {
    label: databaseNames.mysql,
    groups: { Server: server(3306), Data: [database], Login: [user] },
    secret: password,
  },
  redshift: {
    label: databaseNames.redshift,
    groups: { Server: server(5439), Data: [database, schema], Login: [user] },
    secret: password,
  },
  snowflake: {
    label: databaseNames.snowflake,
    groups: {
      Account: [
        {
          name: "account",
          label: "Account identifier",
          hint: "Organization and account name, such as myorg-account123.",
        },
        { name: "warehouse", label: "Warehouse", hint: "It executes the statements." },
      ],
      Data: [
        database,
        {
          ...schema,
          hint: "The schema that holds the tables. Names are spelled exactly as in Snowflake.",
          initial: "PUBLIC",
        },
      ],
      Login: [
        user,
        { name: "role", label: "Role", hint: "Empty: the user's default role.", isOptional: true },
      ],
    },
    secret: {
      name: "private_key",
      label: "Private key",
      hint: "RSA key in PEM form, without a passphrase. The user has its public key.",
      isLong: true,
    },
  },
  bigquery: {
    label: databaseNames.bigquery,
    groups: {
      Data: [
        { name: "project_id", label: "Project ID", hint: "It has the dataset and pays for queries." },
        { name: "dataset", label: "Dataset" },
        { name: "location", label: "Location", hint: "Empty: that of the dataset.", isOptional: true },
      ],
    },
    secret: {
      name: "credentials",
      label: "Credentials",
      hint: "The JSON file of a service account's key.",
      isLong: true,
    },
  },
  s3: {
    label: "Amazon S3, Google Cloud Storage or a storage like them",
    groups: {
      Bucket: [
        { name: "bucket", label: "Bucket" },
        {
          name: "prefix",
          label: "Directory",
          hint: "Datasets read below it, and deployments write below it. Empty: the whole bucket.",
          isOptional: true,
        },
      ],
      Storage: [
        { name: "region", label: "Region", initial: "us-east-1" },
        {
          name: "endpoint",
          label: "Endpoint",
          hint: "Empty: Amazon S3. For Google Cloud Storage: https://storage.googleapis.com, with the region auto.",
          isOptional: true,
        },
      ],
      "Access key": [
        { name: "access_key_id", label: "Access key ID", hint: "For Google Cloud Storage: of an HMAC key." },
      ],
    },
    secret: { name: "secret_access_key", label: "Secret" },
  },
};

export const fieldsOf = (type: ConnectionType): OptionField[] =>
  Object.values(connectionTypes[type].groups).flat();

export const encryption: Record<SslMode, string> = {
  prefer: "If the server supports it",
  require: "Always",
  "verify-full": "Always, and check the certificate",
  disable: "Never",
};

/** An option as a person reads it. */
export const shownValue = ({ kind }: OptionField, value: string | undefined): string | undefined =>
  kind === "encryption" ? encryption[value as SslMode] : value;

/** Where it is. */
export const serverOf = (options: Options): string => {
  switch (options.type) {
    case "snowflake":
      return options.account;
    case "bigquery":
      return options.project_id;
    case "s3":
      return options.endpoint ?? "Amazon S3";
    default:
      return `${options.host}:${options.port}`;
  }
};

export const databaseOf = (options: Options): string => {
  if (options.type === "s3") return options.bucket;
  return options.type === "bigquery" ? options.dataset : options.database;
};
