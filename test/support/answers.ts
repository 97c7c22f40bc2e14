// Check of answers against the OpenAPI document: status, media type, body and error must be those of the
// operation. A field that the document does not describe is an error too.

import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import type { OpenApi } from "../../src/docs/openapi.js";
import { isObject, type JsonObject } from "../../src/domain/resource/json.js";
import { mapValues } from "../../src/http/json.js";

export interface Answered {
  method: string;
  /** As in the document: `/cohorts/{id}`. */
  path: string;
  status: number;
  headers: Record<string, unknown>;
  /** The text of the body; null without a body and for files. */
  body: string | null;
}

/** Returns the contradiction between an answer and the document, or null. */
export type Checker = (answered: Answered) => string | null;

/** Compiles schemas of the document, each once. */
const validatorsOf = (document: OpenApi): ((schema: JsonObject) => ValidateFunction) => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: "api", components: closed(document.components) as object });
  const compiled = new Map<unknown, ValidateFunction>();
  return (schema) => {
    const known = compiled.get(schema) ?? ajv.compile(closed(withBase(schema)) as object);
    compiled.set(schema, known);
    return known;
  };
};

const errorsText = ({ errors }: ValidateFunction): string => new Ajv().errorsText(errors);

export const checkerOf = (document: OpenApi): Checker => {
  const validatorOf = validatorsOf(document);

  return (answered) => {
    const { method, path, status, body } = answered;
    const said = `${method} ${path} answered ${status}`;
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) return `${method} ${path} is not in the document`;
    const response = resolved(document, (operation.responses as JsonObject)[status]);
    if (!response) return `${said}, which the document does not know: ${body}`;
    const undeclared = errorUnknown(response, answered);
    if (undeclared) return `${said} ${undeclared}, which its schema.refuses does not name`;
    if (body === null || body === "" || !isObject(response.content)) return null;
    const media = response.content[typeOf(answered)];
    if (!isObject(media)) return `${said} as ${typeOf(answered)}, which the document does not know`;
    if (!typeOf(answered).endsWith("json")) return null;
    const validate = validatorOf(media.schema as JsonObject);
    if (validate(JSON.parse(body))) return null;
    return `${said} with what does not fit its schema: ${errorsText(validate)}\n${body.slice(0, 2000)}`;
  };
};

/** Returns the contradiction between the body of a message to an endpoint and the document, or null. */
export const messageCheckerOf = (document: OpenApi): ((body: string) => string | null) => {
  const validatorOf = validatorsOf(document);
  return (body) => {
    const { type } = JSON.parse(body) as { type: string };
    const post = document.webhooks[type]?.post;
    if (!post) return `the message ${type} is not in the document`;
    const { content } = post.requestBody as { content: Record<string, { schema: JsonObject }> };
    const validate = validatorOf(content["application/json"]!.schema);
    if (validate(JSON.parse(body))) return null;
    return `the message ${type} does not fit its schema: ${errorsText(validate)}\n${body.slice(0, 2000)}`;
  };
};

const typeOf = ({ headers }: Answered): string => String(headers["content-type"] ?? "").split(";")[0]!;

/** Refusals link to the page of their error. */
const errorUnknown = (response: JsonObject, { status, headers }: Answered): string | null => {
  if (status < 400) return null;
  const code = /\/docs\/errors\/([\w-]+)>/.exec(String(headers.link))?.[1];
  return code === undefined || (response["x-codes"] as string[] | undefined)?.includes(code) ? null : code;
};

const resolved = (document: OpenApi, response: unknown): JsonObject | undefined => {
  if (!isObject(response)) return undefined;
  const name = typeof response.$ref === "string" ? response.$ref.split("/").at(-1)! : undefined;
  return name === undefined ? response : document.components.responses[name];
};

/** References lead into the document wherever the schema is. */
const withBase = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withBase);
  if (!isObject(value)) return value;
  return mapValues(value, (inner, key) =>
    key === "$ref" && typeof inner === "string" ? inner.replace(/^#/, "api#") : withBase(inner),
  );
};

/** Objects with named properties have no others. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const inner = mapValues(value, closed);
  const isOpen =
    value.type === "object" && isObject(value.properties) && value.additionalProperties === undefined;
  return isOpen ? { ...inner, additionalProperties: false } : inner;
};
