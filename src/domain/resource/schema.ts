// Building blocks of JSON schemas. A resource's configuration is one schema: requests are checked against it,
// the OpenAPI document shows it, and its TypeScript type is derived from it. Descriptions are read by users
// of the API.

import {
  type SchemaOptions,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  Type,
} from "@sinclair/typebox";
import { limits } from "./limits.js";

/** An object that refuses unknown fields. `title` names it in the OpenAPI document. */
export const closed = <P extends TProperties>(properties: P, title?: string): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...(title && { title }) });

/** One of a list of strings: an enum, so that an error can list them and suggest the nearest. */
export const oneOf = <const V extends readonly string[]>(values: V, description?: string) =>
  Type.Unsafe<V[number]>({ type: "string", enum: values, ...(description && { description }) });

/** The same schema with a description of its own. */
export const described = <S extends TSchema>(description: string, schema: S, example?: unknown): S => ({
  ...schema,
  description,
  ...(example !== undefined && { examples: [example] }),
});

/** Extension of a schema: the value says who somebody is. */
export const personalMark = "x-personal";

/** The same schema of a value that says who somebody is: viewers without personal data see it masked. */
export const personal = <S extends TSchema>(schema: S): S => ({ ...schema, [personalMark]: true });

/**
 * An object with names of the user's choice, as `additionalProperties`: generators of clients lose other
 * forms of a map.
 */
export const byName = <S extends TSchema>(values: S, options: SchemaOptions = {}) =>
  Type.Unsafe<Record<string, Static<S>>>({ type: "object", additionalProperties: values, ...options });

export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);

export const exampleId = "3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05";

/** Names are displayed, so they must not be blank. */
export const name = Type.String({
  pattern: "^(?!\\s*$).+",
  maxLength: limits.nameCharacters.is,
  description: "Display name.",
  examples: ["Customers"],
});
/** A name of something else, such as a stream or a trait. */
export const nameOf = (description: string, example?: string) =>
  Type.String({
    minLength: 1,
    maxLength: limits.nameCharacters.is,
    description,
    ...(example !== undefined && { examples: [example] }),
  });

/** A configuration together with the name of its resource, as a request writes it. */
export const named = <P extends TProperties>({ properties }: TObject<P>, title?: string) =>
  closed({ name, ...properties }, title);

export const column = Type.String({
  minLength: 1,
  maxLength: limits.columnCharacters.is,
  description: "Name of a column in the files.",
  examples: ["total"],
});
export const id = (what: string) =>
  Type.String({
    minLength: 1,
    maxLength: limits.nameCharacters.is,
    description: `ID of ${what}.`,
    examples: [exampleId],
  });
export const oneId = Type.String({
  minLength: 1,
  maxLength: limits.nameCharacters.is,
  description: "One ID.",
  examples: [exampleId],
});
export const ids = (what: string) =>
  Type.Array(oneId, {
    maxItems: limits.ids.is,
    uniqueItems: true,
    description: `IDs of ${what}.`,
  });
export const instant = Type.String({ format: "date-time" });
/**
 * An instant of a field called `datetime`, and of those beside it. It has no format: a generated Python class would
 * take the field for its type, which has the same name.
 */
export const instantText = Type.String({ examples: ["2026-01-31T09:30:00.000Z"] });
export const count = Type.Integer({ minimum: 0 });
