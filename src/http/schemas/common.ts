// Schemas that several resources share. Each is used twice: to check what comes in, and to say so in the OpenAPI document.

import { type Static, type TObject, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { resourceStatuses, resourceTypes } from "../../domain/resource.js";
import { catalogue } from "../../errors/catalogue.js";

/** An object that refuses unknown fields. `title` names it in the OpenAPI document. */
export const closed = <P extends TProperties>(properties: P, title?: string): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...(title && { title }) });

/** One of a list of strings; as an enum, so that an error lists them and the nearest can be suggested. */
export const oneOf = <const V extends readonly string[]>(values: V, description?: string) =>
  Type.Unsafe<V[number]>({ type: "string", enum: values, ...(description && { description }) });

/** The same schema, said to be this. */
export const described = <S extends TSchema>(description: string, schema: S, example?: unknown): S => ({
  ...schema,
  description,
  ...(example !== undefined && { examples: [example] }),
});

export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);

const exampleId = "3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05";

/** Names are shown to people, so they may not be blank. */
export const name = Type.String({
  pattern: "^(?!\\s*$).+",
  maxLength: 200,
  description: "Shown to people.",
  examples: ["Customers"],
});
export const column = Type.String({
  minLength: 1,
  description: "Name of a column of the files.",
  examples: ["total"],
});
export const id = (what: string) =>
  Type.String({ minLength: 1, description: `Id of ${what}.`, examples: [exampleId] });
export const ids = (what: string) =>
  Type.Array(id(what), { maxItems: 100, uniqueItems: true, description: `Ids, each of ${what}.` });
export const instant = Type.String({ format: "date-time" });
export const count = Type.Integer({ minimum: 0 });

const conditionValue = (description: string) =>
  Type.Unsafe<string | number | boolean>({ type: ["string", "number", "boolean"], description });

export const operators = {
  _eq: optional(conditionValue("Is this.")),
  _neq: optional(conditionValue("Is not this.")),
  _gt: optional(conditionValue("Is greater; of dates, later.")),
  _gte: optional(conditionValue("Is this or greater.")),
  _lt: optional(conditionValue("Is less; of dates, earlier.")),
  _lte: optional(conditionValue("Is this or less.")),
  _in: optional(Type.Array(conditionValue("One of them."), { description: "Is one of these." })),
  _nin: optional(Type.Array(conditionValue("One of them."), { description: "Is none of these." })),
  _null: optional(Type.Boolean({ description: "True: rows without a value, which are otherwise left out." })),
  _nnull: optional(Type.Boolean({ description: "True: rows with a value." })),
  _matches: optional(Type.String({ description: "RE2 expression, unanchored." })),
  optional: optional(
    Type.Boolean({
      description: "Optional conditions form one OR group, joined to the required ones by AND.",
    }),
  ),
};

/** The fields that every record begins with. */
export const recordFields = {
  id: Type.String({ format: "uuid", description: "Chosen by the service, and never used again." }),
  resource_type: oneOf(resourceTypes, "What kind of resource it is, as in its path."),
  name: Type.String({ description: "Shown to people.", examples: ["Customers"] }),
  status: oneOf(
    resourceStatuses,
    "new: waits for its inputs. starting: waits for its turn. running: is being built. ready: is up to date. error: was refused, " +
      "as status_error says.",
  ),
  status_error: optional(Type.String({ description: "What to do, when the status is error." })),
  status_changed_at: described("When the status became what it is.", instant),
  progress: optional(Type.Number({ description: "Share done of the running build, 0 to 1." })),
  progress_text: optional(Type.String({ description: "What the running build is doing, for people." })),
  created_at: described("When it was created.", instant),
  updated_at: described("When anything of it last changed.", instant),
  last_read_input_at: optional(described("When a build last read what it is made of.", instant)),
  last_updated_config_at: described("When its owner last changed what it is to be.", instant),
  last_updated_output_at: optional(described("When a build last ended with a result.", instant)),
  archived_at: optional(described("When it was taken out of use; absent: it is in use.", instant)),
};

export const problem = Type.Object(
  {
    error: oneOf(
      [...new Set(Object.values(catalogue).map(({ error }) => error))],
      "What kind of trouble, for programs.",
    ),
    id: Type.String({ format: "uuid", description: "Also in the server's log." }),
    note: Type.String({ description: "What happened and what to do, for people." }),
    validationErrors: optional(
      Type.Array(
        Type.Object(
          {
            message: Type.String({ description: "What is wrong with it, for people." }),
            path: Type.String({
              description: "The field, as in population.include.0; empty: the whole body.",
            }),
            suggestion: optional(Type.String({ description: "What was probably meant." })),
            context: Type.Object(
              { errorType: Type.String({ description: "What is wrong with it, for programs." }) },
              { description: "More about it." },
            ),
          },
          { title: "ValidationError" },
        ),
        { description: "The fields at fault, where they are known." },
      ),
    ),
  },
  {
    title: "Problem",
    examples: [
      {
        error: "VALIDATION_FAILED",
        id: exampleId,
        note: "The request does not fit the schema: nmae is not a known field; did you mean name?.",
        validationErrors: [
          {
            message: "is not a known field; did you mean name?",
            path: "nmae",
            suggestion: "name",
            context: { errorType: "unknown_field" },
          },
        ],
      },
    ],
  },
);
export type Problem = Static<typeof problem>;

export const idParams = Type.Object({
  id: Type.String({ description: "Its id.", examples: [exampleId] }),
});
export const listQuery = closed({
  ids: optional(
    Type.Array(Type.String({ description: "An id." }), {
      maxItems: 100,
      description: "Only these, in the order of the list; may be repeated.",
    }),
  ),
});
