// What the validator found, in the words of the person who sent it: where, what is wrong, and what was probably meant.

import type { ErrorObject } from "ajv";
import { nearest } from "../domain/nearest.js";
import type { ValidationError } from "../errors/refusal.js";

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

/** A value that fits no branch of a union fails in each; what is kept is the branch that came furthest. */
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
  const told = deeper.length > 0 ? deeper : [{ ...union, keyword: "type", params: { type: types } }];
  const others = errors.filter((error) => error !== union && !branches.includes(error));
  return withoutUnionNoise([...others, ...told]);
};

/** `/population/include/0` → `population.include.0` */
const dotted = (pointer: string): string =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");

const below = (path: string, field: string): string => (path === "" ? field : `${path}.${field}`);
