// Validation of requests and configurations, with errors that name the field, the mistake and the probable
// correction. Requests are checked as they are: nothing is converted, removed or filled in, except that query
// parameters are converted from text and get their defaults. Configurations in canonical spelling get their
// defaults.

import type { Static, TSchema } from "@sinclair/typebox";
import { Ajv, type ErrorObject, type Options } from "ajv";
import formats from "ajv-formats";
import type { FastifySchemaCompiler } from "fastify";
import { limits } from "../domain/resource/limits.js";
import { nameRule } from "../domain/resource/name-rule.js";
import { nearest } from "../domain/resource/nearest.js";
import { shortened } from "../domain/resource/short-text.js";
import { refuse, type ValidationError } from "../errors/refusal.js";

interface Validator {
  (value: unknown): boolean;
  errors: ErrorObject[];
}

/**
 * Compiles schemas, each when its first value arrives: all of them together take half of the time of a start.
 * A value is checked up to its first error; a small one with an error is checked again for all of them.
 * Collecting every error of a large one would take seconds and many times its memory.
 */
class Schemas {
  private readonly first: Ajv;
  private readonly all: Ajv;

  constructor(options: Options) {
    const ajv = (allErrors: boolean) =>
      formats.default(new Ajv({ allErrors, verbose: true, strict: false, ...options }));
    this.first = ajv(false);
    this.all = ajv(true);
  }

  compile(schema: TSchema): Validator {
    const validate: Validator = (value) => {
      const check = this.first.compile(schema);
      if (check(value)) return true;
      const every = hasMoreValues(value, limits.checkedValues.is) ? check : this.all.compile(schema);
      if (every !== check) every(value);
      validate.errors = every.errors ?? [];
      return false;
    };
    validate.errors = [];
    return validate;
  }
}

/** Whether a value consists of more than so many values. Looks at no more than these. */
const hasMoreValues = (value: unknown, most: number): boolean => {
  const waiting = [value];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen > most || waiting.length > most) return true;
    const next = waiting.pop();
    if (Array.isArray(next) && next.length > most) return true;
    if (typeof next === "object" && next !== null) for (const each of Object.values(next)) waiting.push(each);
  }
  return false;
};

const bodies = new Schemas({});
const parameters = new Schemas({ coerceTypes: "array", useDefaults: true });
const configurations = new Schemas({ useDefaults: true });

export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  (httpPart === "body" ? bodies : parameters).compile(schema);

/** Fills in defaults and returns the typed value; refuses invalid values. Changes its argument. */
export const conform = <S extends TSchema>(schema: S, value: unknown): Static<S> => {
  const validate = configurations.compile(schema);
  if (validate(value)) return value as Static<S>;
  throw bodyInvalid(validate.errors);
};

/** Lists the first errors, and says how many more there are. */
export const bodyInvalid = (errors: readonly ErrorObject[]) => {
  const known = knownErrors(errors);
  const listed = known.slice(0, limits.errorsListed.is).map(explained);
  const more = known.length - listed.length;
  const detail = listed
    .map(({ message, path }) => (path === "" ? message : `${path} ${message}`))
    .concat(more > 0 ? [`and ${more} more`] : [])
    .join("; ");
  return refuse("body-invalid", { detail }, listed);
};

const maxPathCharacters = 200;

/** All errors, explained. */
export const validationErrorsOf = (errors: readonly ErrorObject[]): ValidationError[] =>
  knownErrors(errors).map(explained);

const knownErrors = (errors: readonly ErrorObject[]): readonly ErrorObject[] =>
  withoutUnionNoise(errors.filter(({ propertyName }) => propertyName === undefined));

const explained = (error: ErrorObject): ValidationError => {
  const { errorType, path, message, suggestion } = explain(error);
  return {
    message,
    path: shortened(path, maxPathCharacters),
    ...(suggestion && { suggestion }),
    context: { errorType },
  };
};

const notAName = `is not a possible name. ${nameRule.words}`;

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
    case "propertyNames":
      return {
        errorType: "name_invalid",
        path: below(here, error.params.propertyName),
        message: notAName,
      };
    case "type":
      return {
        errorType: "wrong_type",
        path: here,
        message: `must be ${[error.params.type].flat().join(" or ")}`,
      };
    default:
      return { errorType: error.keyword, path: here, message: limitWords(error) };
  }
};

const limitWords = ({ keyword, params, message = "does not fit" }: ErrorObject): string => {
  switch (keyword) {
    case "pattern":
      return params.pattern === nameRule.source ? notAName : message;
    case "maxItems":
      return `has more than ${params.limit} entries`;
    case "maxProperties":
      return `has more than ${params.limit} fields`;
    case "maxLength":
      return `is longer than ${params.limit} characters`;
    case "minLength":
      return params.limit === 1 ? "must not be empty" : `has fewer than ${params.limit} characters`;
    default:
      return message;
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
