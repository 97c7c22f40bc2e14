// Rules between the fields of a request, such as “one of the two is required”. The service checks them by
// itself, because it can explain them better than a schema can; the OpenAPI document states them. They are
// written with `if` and `then`, which generators of clients ignore: `anyOf` would make them lose the fields.

import type { TSchema } from "@sinclair/typebox";
import type { JsonObject } from "../../domain/resource/json.js";

/** The keyword that holds a rule until the document states it. Validators ignore it. */
export const ruleKeyword = "x-rule";

export const stating = <S extends TSchema>(rule: JsonObject, schema: S): S => ({
  ...schema,
  [ruleKeyword]: rule,
});

export const eitherOf = (first: string, second: string): JsonObject => ({
  if: { not: { required: [first] } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: [second] },
});

export const oneOfTwo = (first: string, second: string): JsonObject => ({
  ...eitherOf(first, second),
  not: { required: [first, second] },
});

export const notBoth = (first: string, second: string): JsonObject => ({
  not: { required: [first, second] },
});

/** At least one of the lists, with at least one item; not needed with `alternative`. */
export const oneFilled = (lists: readonly string[], alternative?: string): JsonObject => {
  const anyOf = lists.map((list) => ({ required: [list], properties: { [list]: { minItems: 1 } } }));
  // Generators and linters read no schema `true`; an empty one says the same.
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: alternative === undefined ? {} : { not: { required: [alternative] } }, then: { anyOf } };
};

/** The required fields for each value of a field: `requiredBy("type", { merge: ["merge"] })`. */
export const requiredBy = (field: string, fields: Readonly<Record<string, readonly string[]>>): JsonObject =>
  Object.entries(fields).reduceRight<JsonObject>(
    (otherwise, [value, required]) => ({
      if: { properties: { [field]: { const: value } }, required: [field] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required },
      ...(Object.keys(otherwise).length > 0 && { else: otherwise }),
    }),
    {},
  );
