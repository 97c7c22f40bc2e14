// Example of a request: an operation with the values of the document's recorded examples, so that it can be sent as it is by whoever
// has the made-up shop of the examples.

import { isObject, type JsonObject } from "../json.js";
import type { OpenApi } from "../openapi/document.js";
import type { DocumentedOperation } from "./site.js";

export interface RequestExample {
  method: string;
  /** With values in place of its parameters, without query. */
  path: string;
  query: readonly (readonly [name: string, value: string])[];
  needsKey: boolean;
  headers: Readonly<Record<string, string>>;
  body: { media: string; json: unknown } | { media: string; text: string } | undefined;
}

export const requestExample = (documented: DocumentedOperation, document: OpenApi): RequestExample => {
  const { method, path, operation } = documented;
  const parameters = operation.parameters as JsonObject[];
  const exampleOf = new Map(parameters.map(({ name, example }) => [String(name), example]));
  const own = ownId(path, document);
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (placeholder, name, at: number) => {
      const isOwn = own !== undefined && name === "id" && path.slice(0, at).split("/").length === 3;
      return encodeURIComponent(String((isOwn ? own : exampleOf.get(name)) ?? placeholder));
    }),
    query: queryOf(parameters),
    needsKey: !Array.isArray(operation.security) || operation.security.length > 0,
    headers: headersOf(parameters),
    body: bodyOf(operation.requestBody, document),
  };
};

/** The ID of the example that the path's resource has: `/cohorts/{id}/…` is about the cohort of the answer to `GET /cohorts/{id}`. */
const ownId = (path: string, document: OpenApi): unknown => {
  const reading = document.paths[path.split("/").slice(0, 3).join("/")]?.get;
  const answer = isObject(reading?.responses) ? reading.responses[200] : undefined;
  const content =
    isObject(answer) && isObject(answer.content) ? answer.content["application/json"] : undefined;
  const value = isObject(content) ? exampleIn(content, document) : undefined;
  return isObject(value) ? value.id : undefined;
};

export const exampleIn = ({ example, examples }: JsonObject, document: OpenApi): unknown => {
  if (!isObject(examples)) return example;
  return document.components.examples[Object.keys(examples)[0]!]?.value;
};

/** Left out: pages of lists, what signed links carry, and all ways to look for a person but one. */
const unasked = new Set(
  ["limit", "cursor", "before", "signature", "expires", "outcome_id"].concat(
    "phone",
    "customer_id",
    "name",
    "address",
  ),
);

const queryOf = (parameters: readonly JsonObject[]): [string, string][] =>
  parameters
    .filter(
      ({ name, in: place, example }) =>
        place === "query" && example !== undefined && !unasked.has(String(name)),
    )
    .map(({ name, example }) => [String(name), String(example)]);

const headersOf = (parameters: readonly JsonObject[]): Record<string, string> =>
  Object.fromEntries(
    parameters
      .filter(
        ({ in: place, required, example }) =>
          place === "header" && required === true && example !== undefined,
      )
      .map(({ name, example }) => [String(name), String(example)]),
  );

const bodyOf = (requestBody: unknown, document: OpenApi): RequestExample["body"] => {
  if (!isObject(requestBody) || !isObject(requestBody.content)) return undefined;
  const [[media, content] = []] = Object.entries(requestBody.content);
  if (media === undefined || !isObject(content)) return undefined;
  const value = exampleIn(content, document);
  return media.endsWith("json") ? { media, json: value } : { media, text: String(value ?? "") };
};
