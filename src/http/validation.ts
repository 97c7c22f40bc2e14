// Validation of requests and configurations, with errors that name the field, the mistake and the probable correction. Requests are
// checked as they are: nothing is converted, removed or filled in, except that query parameters are converted from text.
// Configurations in canonical spelling get their defaults.

import type { Static, TSchema } from "@sinclair/typebox";
import { Ajv, type ErrorObject, type Options } from "ajv";
import formats from "ajv-formats";
import type { FastifySchemaCompiler } from "fastify";
import { nearest } from "../domain/nearest.js";
import { refuse, type ValidationError } from "../errors/refusal.js";

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

/** Fills in defaults and returns the typed value; refuses invalid values. Changes its argument. */
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

export const validationErrorsOf = (errors: readonly ErrorObject[]): ValidationError[] =>
  withoutUnionNoise(errors).map((error) => {
    const { errorType, path, message, suggestion } = explain(error);
    return { message, path, ...(suggestion && { suggestion }), context: { errorType } };
  });

interface Explanation {
  errorType: string;
  path: string;
  message: string;
  suggestion?: string | undefined;
}

const explain = (error: ErrorObject): Explanation => {
  const here = dotted(error.instancePath);
  switch (error.keyword) {
    case "required":
      return {
        errorType: "missing",
        path: below(here, error.params.missingProperty),
        message: "is required",
      };
    case "additionalProperties":
      return unknownField(here, error);
    case "enum":
    case "const":
      return notAllowed(here, error);
    case "type":
      return {
        errorType: "wrong_type",
        path: here,
        message: `must be ${[error.params.type].flat().join(" or ")}`,
      };
    default:
      return { errorType: error.keyword, path: here, message: error.message ?? "does not fit" };
  }
};

const unknownField = (here: string, error: ErrorObject): Explanation => {
  const field: string = error.params.additionalProperty;
  const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
  const meant = nearest(field, known);
  const message = meant ? `is not a known field; did you mean ${meant}?` : "is not a known field";
  return { errorType: "unknown_field", path: below(here, field), message, suggestion: meant };
};

const notAllowed = (here: string, error: ErrorObject): Explanation => {
  const allowed = [error.params.allowedValues ?? error.params.allowedValue].flat().map(String);
  return {
    errorType: "not_allowed",
    path: here,
    message: `must be one of ${allowed.join(", ")}`,
    suggestion: typeof error.data === "string" ? nearest(error.data, allowed) : undefined,
  };
};

/** A value that fits no branch of a union fails in each; keeps the errors of the branch that matched furthest. */
const withoutUnionNoise = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const union = errors.find(({ keyword }) => keyword === "anyOf");
  if (!union) return errors;
  const branches = errors.filter(
    ({ schemaPath, instancePath }) =>
      schemaPath.startsWith(`${union.schemaPath}/`) && instancePath.startsWith(union.instancePath),
  );
  const here = branches.filter(
    ({ instancePath, keyword }) => instancePath === union.instancePath && keyword === "type",
  );
  const deeper = branches.filter((error) => !here.includes(error) && error.keyword !== "anyOf");
  const types = here.flatMap((error) => error.params.type as string | string[]);
  const kept = deeper.length > 0 ? deeper : [{ ...union, keyword: "type", params: { type: types } }];
  const others = errors.filter((error) => error !== union && !branches.includes(error));
  return withoutUnionNoise([...others, ...kept]);
};

/** `/population/include/0` → `population.include.0` */
const dotted = (pointer: string): string =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");

const below = (path: string, field: string): string => (path === "" ? field : `${path}.${field}`);
