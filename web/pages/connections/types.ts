// Types of connections, and the fields of the form that each has.

import { databaseNames } from "../../../src/words/databases.js";
import type { Records } from "../../api/kinds.js";

type Options = Records["connections"]["options"];
export type ConnectionType = Options["type"];
export type SslMode = Options["sslmode"];

export interface OptionField {
  name: string;
  label: string;
  hint?: string;
  kind?: "port" | "encryption";
  /** What a new connection has. */
  initial: string;
}

export interface FieldsOfType {
  label: string;
  groups: Record<string, readonly OptionField[]>;
}

const server = (port: number): OptionField[] => [
  { name: "host", label: "Host", hint: "Name or address, as seen from this service.", initial: "" },
  { name: "port", label: "Port", kind: "port", initial: String(port) },
  { name: "sslmode", label: "Encryption", kind: "encryption", initial: "prefer" },
];
const database: OptionField = { name: "database", label: "Database", initial: "" };
const schema: OptionField = {
  name: "schema",
  label: "Schema",
  hint: "The schema that holds the tables.",
  initial: "public",
};
const login: OptionField[] = [{ name: "user", label: "User", initial: "" }];

export const connectionTypes: Record<ConnectionType, FieldsOfType> = {
  postgres: {
    label: databaseNames.postgres,
    groups: { Server: server(5432), Data: [database, schema], Login: login },
  },
  mysql: { label: databaseNames.mysql, groups: { Server: server(3306), Data: [database], Login: login } },
  redshift: {
    label: databaseNames.redshift,
    groups: { Server: server(5439), Data: [database, schema], Login: login },
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
