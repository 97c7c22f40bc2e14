// Two validators. Requests are checked as they came: nothing is converted, removed or filled in, except that query
// parameters are text and become what their schema says. Configurations, once in canonical spelling, get their defaults.

import type { Static, TSchema } from "@sinclair/typebox";
import { Ajv, type ErrorObject, type Options } from "ajv";
import formats from "ajv-formats";
import type { FastifySchemaCompiler } from "fastify";
import { refuse } from "../errors/refusal.js";
import { validationErrorsOf } from "./validation-errors.js";

const validator = (options: Options): Ajv => {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, ...options });
  formats.default(ajv);
  return ajv;
};

const bodies = validator({});
const parameters = validator({ coerceTypes: "array" });
const configurations = validator({ useDefaults: true });

export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === "body" ? bodies : parameters).compile(schema);

/** Fills in defaults and returns the value, now of its type; refuses what does not fit. Changes its argument. */
export const conform = <S extends TSchema>(schema: S, value: unknown): Static<S> => {
  const validate = configurations.compile<Static<S>>(schema);
  if (validate(value)) return value;
  throw bodyInvalid(validate.errors ?? []);
};

export const bodyInvalid = (errors: readonly ErrorObject[]) => {
  const details = validationErrorsOf(errors);
  const detail = details
    .map(({ message, path }) => (path === "" ? message : `${path} ${message}`))
    .join("; ");
  return refuse("body-invalid", { detail }, details);
};
