// A target, as it is written and kept (there is one spelling), and as it is read.

import { Type } from "@sinclair/typebox";
import { closed, count, id, instant, name, oneOf, optional, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const options = {
  type: oneOf(["hosted_csv"]),
  delimiter: optional(Type.String({ minLength: 1, maxLength: 1 })),
  gzip: optional(Type.Boolean()),
  quote_all: optional(Type.Boolean()),
};
const aggregate = oneOf(["person", "residence"]);

export const targetWritten = closed(
  {
    name,
    scope_id: id("the scope to deploy"),
    representation: closed({ mode: oneOf(["identified"]), aggregate: optional(aggregate) }),
    options: closed(options),
    human_readable: optional(Type.Boolean({ description: "Columns carry names instead of ids." })),
  },
  "TargetPost",
);
export const targetPatch = mergePatchOf(targetWritten, "TargetMergePatch");

const representation = closed({
  mode: oneOf(["identified"]),
  aggregate: Type.Unsafe<"person" | "residence">({ ...aggregate, default: "person" }),
});
export const targetKept = closed({ ...targetWritten.properties, representation });

export const targetRecord = Type.Object(
  {
    ...recordFields,
    ...targetWritten.properties,
    representation,
    options: Type.Object({
      ...options,
      output_url: Type.String({ description: "The file, without the key: the link is signed." }),
    }),
    row_count: optional(count),
    file_size: optional(count),
    columns: optional(Type.Array(Type.String())),
    data_through: optional(instant),
  },
  { title: "Target" },
);

export const downloadQuery = closed({
  signature: optional(Type.String({ description: "From the target's output_url; stands in for the key." })),
});
