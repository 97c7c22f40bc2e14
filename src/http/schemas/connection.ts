// Connections in requests and answers. The password is accepted and never returned.

import { type TSchema, Type } from "@sinclair/typebox";
import { connectionOptions, connectionTypes, databaseAliases } from "../../domain/connection.js";
import { closed, described, name, oneOf, optional } from "../../domain/schema.js";
import { recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const { type: _type, ...fields } = connectionOptions.postgres.properties;
const { account, warehouse, role } = connectionOptions.snowflake.properties;

function forType<S extends TSchema>(type: string, schema: S): S {
  return described(`For type ${type}: ${schema.description}`, schema, schema.examples?.[0]);
}

/** Accepts any field, so that a type that is not supported is refused for its type and not for its fields. */
const optionsPost = Type.Object(
  {
    type: Type.String({
      description: `Type of the database. Supported: ${connectionTypes.join(", ")}, and with the same meaning ${databaseAliases.join(", ")}; answers have the type. Uploaded files need no connection.`,
      examples: ["postgres"],
    }),
    host: optional(fields.host),
    port: optional(fields.port),
    database: optional(fields.database),
    schema: optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: "Schema of the tables. Default: public for PostgreSQL, PUBLIC for Snowflake.",
      }),
    ),
    user: optional(fields.user),
    password: optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: "Password. It is stored encrypted and never shown again.",
        examples: ["correct horse battery staple"],
      }),
    ),
    sslmode: optional(fields.sslmode),
    account: optional(forType("snowflake", account)),
    warehouse: optional(forType("snowflake", warehouse)),
    role: optional(forType("snowflake", role)),
    private_key: optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description:
          "For type snowflake: RSA private key of the user in PEM form, without a passphrase. It is stored encrypted and never shown again.",
        examples: ["-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n"],
      }),
    ),
    instance_connection_name: optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          "For gcp_cloud_sql_postgres without host: the instance, whose socket the Cloud SQL proxy puts below /cloudsql.",
        examples: ["project:region:instance"],
      }),
    ),
  },
  { title: "ConnectionOptionsPost", description: "Server and credentials." },
);

export const connectionPost = closed({ name, options: optionsPost }, "ConnectionPost");
export const connectionPatch = mergePatchOf(connectionPost, "ConnectionMergePatch");

const contents = Type.Array(
  closed({ name: Type.String({ description: "Name of a table or view." }) }, "ContentsRow"),
);

export const connectionRecord = Type.Object(
  {
    ...recordFields,
    options: Type.Union(Object.values(connectionOptions), { description: "Server, without the secret." }),
    directionality: oneOf(["bidirectional"], "Datasets can read from it, and targets can write to it."),
    managed: Type.Boolean({ description: "Always false: its owner configures it." }),
    contents: optional(described("Tables and views found by the last build.", contents)),
    contents_error: optional(Type.String({ description: "Why the connection failed." })),
  },
  { title: "Connection" },
);
