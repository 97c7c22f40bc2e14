// Connections in requests and answers. The secret is accepted and never returned.

import { type TSchema, Type } from "@sinclair/typebox";
import { bucketAliases, connectionOptions, databaseAliases } from "../../domain/data/connection.js";
import { connectionTypes, descriptorOf } from "../../domain/data/connections/registry.js";
import { closed, described, name, oneOf, optional } from "../../domain/resource/schema.js";
import { recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

interface FieldOfType {
  type: string;
  schema: TSchema;
}

/** Fields of each type, by name. */
const fieldsByName = new Map<string, FieldOfType[]>();
for (const type of connectionTypes) {
  const { type: _type, ...fields } = connectionOptions[type].properties;
  for (const [field, schema] of Object.entries<TSchema>(fields))
    fieldsByName.set(field, [...(fieldsByName.get(field) ?? []), { type, schema }]);
}

/** One field of a request for those of several types. It says whose it is, unless all have it and mean the same. */
const shared = (fields: readonly FieldOfType[]): TSchema => {
  const { default: _ofType, ...schema } = fields[0]!.schema;
  const meanings = new Map<string, string[]>();
  for (const {
    type,
    schema: { description = "" },
  } of fields)
    meanings.set(description, [...(meanings.get(description) ?? []), type]);
  const isOfAll = meanings.size === 1 && fields.length === connectionTypes.length;
  const described = isOfAll
    ? [...meanings.keys()]
    : [...meanings].map(([text, types]) => `For ${types.join(", ")}: ${text}`);
  return { ...schema, description: described.join(" ") } as TSchema;
};

const secretFields = [...new Set(connectionTypes.map((type) => descriptorOf(type).secret.name))];

const secret = (field: string): TSchema => {
  const types = connectionTypes.filter((type) => descriptorOf(type).secret.name === field);
  const secrets = types.map((type) => descriptorOf(type).secret);
  // Types whose secrets say the same share a sentence.
  const abouts = [...new Set(secrets.map(({ about }) => about))].map((about) => {
    const alike = types.filter((type) => descriptorOf(type).secret.about === about);
    return `For ${alike.join(", ")}: ${about}`;
  });
  return Type.String({
    minLength: 1,
    maxLength: secrets.every(({ form }) => form === undefined) ? 500 : 20_000,
    description: [...abouts, "It is stored encrypted and never shown again."].join(" "),
    examples: [secrets[0]!.example],
  });
};

/** Accepts any field, so that a type that is not supported is refused for its type and not for its fields. */
const optionsPost = Type.Object(
  {
    type: Type.String({
      description: `Type of the database or storage. Supported: ${connectionTypes.join(", ")}, and with the same meaning ${[...databaseAliases, ...bucketAliases].join(", ")}; answers have the type. Uploaded files need no connection.`,
      examples: ["postgres"],
    }),
    ...Object.fromEntries([...fieldsByName].map(([field, of]) => [field, optional(shared(of))])),
    ...Object.fromEntries(secretFields.map((field) => [field, optional(secret(field))])),
    instance_connection_name: optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          "For gcp_cloud_sql_postgres and gcp_cloud_sql_mysql without host: the instance, whose socket the Cloud SQL proxy puts below /cloudsql.",
        examples: ["project:region:instance"],
      }),
    ),
  },
  { title: "ConnectionOptionsPost", description: "Server and credentials." },
);

export const connectionPost = closed({ name, options: optionsPost }, "ConnectionPost");
export const connectionPatch = mergePatchOf(connectionPost, "ConnectionMergePatch");

export const credentialsPost = described(
  "The new secret.",
  closed(
    {
      type: Type.String({ description: "Type of the connection, or a name of it.", examples: ["postgres"] }),
      ...Object.fromEntries(secretFields.map((field) => [field, optional(secret(field))])),
    },
    "RotateCredentials",
  ),
  { type: "postgres", password: "sesame-8" },
);

const contents = Type.Array(
  closed(
    {
      name: Type.String({
        description: "Name of a table or view; of a bucket, a directory, which ends in /, or a file.",
      }),
    },
    "ContentsRow",
  ),
);

export const connectionRecord = Type.Object(
  {
    ...recordFields,
    options: Type.Union(
      connectionTypes.map((type) => connectionOptions[type]),
      { description: "Server or bucket and user, by type.", title: "ConnectionOptions" },
    ),
    directionality: oneOf(["bidirectional"], "Datasets can read from it, and targets can write to it."),
    managed: Type.Boolean({ description: "Always false: its owner configures it." }),
    contents: optional(
      described("Tables and views, or directories and files, found by the last build.", contents),
    ),
    contents_error: optional(Type.String({ description: "Why the connection failed." })),
  },
  { title: "Connection" },
);
