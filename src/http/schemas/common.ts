// Schemas that several resources share. Each is used twice: to check what comes in, and to say so in the OpenAPI document.

import { type Static, type TObject, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { resourceStatuses } from "../../domain/resource.js";

/** An object that refuses unknown fields. `title` names it in the OpenAPI document. */
export const closed = <P extends TProperties>(properties: P, title?: string): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...(title && { title }) });

/** One of a list of strings; as an enum, so that an error lists them and the nearest can be suggested. */
export const oneOf = <const V extends readonly string[]>(values: V, description?: string) =>
  Type.Unsafe<V[number]>({ type: "string", enum: values, ...(description && { description }) });

export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);

/** Names are shown to people, so they may not be blank. */
export const name = Type.String({ pattern: "^(?!\\s*$).+", maxLength: 200, description: "Shown to people." });
export const column = Type.String({ minLength: 1, description: "Name of a column of the files." });
export const id = (what: string) => Type.String({ minLength: 1, description: `Id of ${what}.` });
export const ids = (what: string) => Type.Array(id(what), { maxItems: 100, uniqueItems: true });
export const instant = Type.String({ format: "date-time" });
export const count = Type.Integer({ minimum: 0 });

const conditionValue = Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"] });

export const operators = {
  _eq: optional(conditionValue),
  _neq: optional(conditionValue),
  _gt: optional(conditionValue),
  _gte: optional(conditionValue),
  _lt: optional(conditionValue),
  _lte: optional(conditionValue),
  _in: optional(Type.Array(conditionValue)),
  _nin: optional(Type.Array(conditionValue)),
  _null: optional(Type.Boolean({ description: "True: rows without a value, which are otherwise left out." })),
  _nnull: optional(Type.Boolean()),
  _matches: optional(Type.String({ description: "RE2 expression, unanchored." })),
  optional: optional(
    Type.Boolean({
      description: "Optional conditions form one OR group, joined to the required ones by AND.",
    }),
  ),
};

/** The fields that every record begins with. */
export const recordFields = {
  id: Type.String({ format: "uuid" }),
  resource_type: Type.String(),
  name: Type.String(),
  status: oneOf(resourceStatuses),
  status_error: optional(Type.String({ description: "What to do, when the status is error." })),
  status_changed_at: instant,
  progress: optional(Type.Number({ description: "Share done of the running build, 0 to 1." })),
  progress_text: optional(Type.String()),
  created_at: instant,
  updated_at: instant,
  last_read_input_at: optional(instant),
  last_updated_config_at: instant,
  last_updated_output_at: optional(instant),
  archived_at: optional(instant),
};

export const problem = Type.Object(
  {
    error: Type.String({ description: "What kind of trouble, for programs." }),
    id: Type.String({ format: "uuid", description: "Also in the server's log." }),
    note: Type.String({ description: "What happened and what to do, for people." }),
    validationErrors: optional(
      Type.Array(
        Type.Object({
          message: Type.String(),
          path: Type.String(),
          suggestion: optional(Type.String()),
          context: Type.Object({ errorType: Type.String() }),
        }),
      ),
    ),
  },
  { title: "Problem" },
);
export type Problem = Static<typeof problem>;

export const idParams = Type.Object({ id: Type.String() });
export const listQuery = closed({
  ids: optional(Type.Array(Type.String(), { maxItems: 100, description: "Only these; may be repeated." })),
});
