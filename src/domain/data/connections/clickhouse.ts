// ClickHouse.

import type { Descriptor } from "./descriptor.js";
import { byAddress, password, serverFields } from "./server.js";

const { host, user, database } = serverFields(8443, "");

export const clickhouse = {
  title: "ClickHouse",
  holds: "tables",
  aliases: {},
  fields: {
    host: {
      ...host,
      about: "Host name or address of the server's HTTP interface.",
      example: "click.example.com",
    },
    port: {
      title: "Port",
      about: "Port of the HTTP interface. Default: 8443; without encryption it is usually 8123.",
      group: "Server",
      kind: "port",
      default: 8443,
    },
    database,
    user,
    sslmode: {
      title: "Encryption",
      about: "verify-full (default): HTTPS, and the server's certificate is verified. disable: HTTP.",
      group: "Server",
      kind: "choice",
      choices: { "verify-full": "Always, and check the certificate", disable: "Never" },
      default: "verify-full",
    },
  },
  secret: password,
  ...byAddress,
  cannot: [
    "The database needs the engine `Atomic`, which is the default, `Shared` or `Replicated`: tables are replaced by `EXCHANGE TABLES`.",
    "Tables that deployments write have the engine `MergeTree` without a sorting key, on the server that is connected to; `ON CLUSTER` is not said.",
    "`merge_by` has to be unique, which a build looks up, but all rows are written.",
    "Columns of aggregate states (`AggregateFunction`) are not read.",
  ],
} as const satisfies Descriptor;
