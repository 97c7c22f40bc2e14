// A connection, as it may be written, as it is kept, and as it is read. The password goes in and never comes out.

import { Type } from "@sinclair/typebox";
import { sslModes, supportedConnections } from "../../domain/connection.js";
import { closed, described, name, oneOf, optional, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const text = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 500, description, examples: [example] });

const reach = {
  host: text("Name or address of the server, or the directory of its socket.", "db.example.com"),
  port: Type.Integer({ minimum: 1, maximum: 65_535, default: 5432, description: "5432 where absent." }),
  database: text("The database.", "shop"),
  schema: Type.String({
    minLength: 1,
    default: "public",
    description: "Where the tables are; public where absent.",
  }),
  user: text("Who to sign in as.", "bellwether"),
  sslmode: Type.Unsafe<(typeof sslModes)[number]>({
    ...oneOf(
      sslModes,
      "prefer, where absent, encrypts where the server can; require always; verify-full also checks whose certificate it is.",
    ),
    default: "prefer",
  }),
};

/** Of a type that this server does not support any field may come, so that what is said is that it does not. */
const writtenOptions = Type.Object(
  {
    type: Type.String({
      description: `Supported: ${supportedConnections.join(", ")}. Files that are uploaded need no connection.`,
      examples: ["postgres"],
    }),
    host: optional(reach.host),
    port: optional(reach.port),
    database: optional(reach.database),
    schema: optional(reach.schema),
    user: optional(reach.user),
    password: optional(text("Kept encrypted, and never shown again.", "correct horse battery staple")),
    sslmode: optional(reach.sslmode),
  },
  { title: "ConnectionOptionsPost", description: "What is connected to, and how." },
);

export const connectionPost = closed({ name, options: writtenOptions }, "ConnectionPost");
export const connectionPatch = mergePatchOf(connectionPost, "ConnectionMergePatch");

const type = oneOf(supportedConnections, "What is connected to.");
export const connectionConfig = closed({
  name,
  options: closed({
    type,
    ...reach,
    password: optional(Type.String({ minLength: 1 })),
    sealed_password: optional(Type.String()),
  }),
});

const contents = Type.Array(
  closed({ name: Type.String({ description: "Of a table or view." }) }, "ContentsRow"),
);

export const connectionRecord = Type.Object(
  {
    ...recordFields,
    options: closed({ type, ...reach }, "ConnectionOptions"),
    directionality: oneOf(["bidirectional"], "Datasets can be read from it, and targets written to it."),
    managed: Type.Boolean({ description: "False: it is its owner's to change." }),
    contents: optional(described("What there was when it was last built.", contents)),
    contents_error: optional(Type.String({ description: "Why it could not be connected to." })),
  },
  { title: "Connection" },
);
