// Example of a request: an operation with the values of the document's recorded examples, so that it can be
// sent as it is by whoever has the made-up shop of the examples.

import { isObject, type JsonObject } from "../domain/resource/json.js";
import type { OpenApi } from "./openapi.js";
import type { DocumentedOperation } from "./site.js";

export interface RequestExample {
  method: string;
  /** As in the document: `/cohorts/{id}`. */
  template: string;
  /** Values of the path's parameters. */
  values: Readonly<Record<string, string>>;
  /** With values in place of its parameters, without query. */
  path: string;
  /** Kind of the resources that the path lists and creates, such as `cohorts`. */
  kind: string | undefined;
  query: readonly (readonly [name: string, value: unknown])[];
  needsKey: boolean;
  headers: Readonly<Record<string, string>>;
  body: { media: string; json: unknown } | { media: string; text: string } | undefined;
  /** Media type of the answer; undefined where it has no content. */
  answer: string | undefined;
}

export const requestExample = (documented: DocumentedOperation, document: OpenApi): RequestExample => {
  const { method, path, operation } = documented;
  const parameters = operation.parameters as JsonObject[];
  const exampleOf = new Map(parameters.map(({ name, example }) => [String(name), example]));
  const own = ownId(path, document);
  const values: Record<string, string> = {};
  for (const { index, 0: placeholder, 1: name } of path.matchAll(/\{(\w+)\}/g)) {
    const isOwn = own !== undefined && name === "id" && path.slice(0, index).split("/").length === 3;
    values[name!] = String((isOwn ? own : exampleOf.get(name!)) ?? placeholder);
  }
  return {
    method,
    template: path,
    values,
    path: path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]!)),
    kind: kindOf(path, document),
    query: queryOf(parameters),
    needsKey: !Array.isArray(operation.security) || operation.security.length > 0,
    headers: headersOf(parameters),
    body: bodyOf(operation.requestBody, document),
    answer: answerOf(operation.responses),
  };
};

/** Resources of a kind are at a path of their own, by ID or, streams, by name. */
const kindOf = (path: string, { paths }: OpenApi): string | undefined =>
  paths[`${path}/{id}`]?.get || paths[`${path}/{stream}`]?.get ? path.slice(1) : undefined;

const answerOf = (responses: unknown): string | undefined => {
  const good = Object.entries(responses as JsonObject).find(([status]) => status.startsWith("2"))?.[1];
  return isObject(good) && isObject(good.content) ? Object.keys(good.content)[0] : undefined;
};

/**
 * The ID of the example that the path's resource has: `/cohorts/{id}/…` is about the cohort of the answer to
 * `GET /cohorts/{id}`.
 */
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

const queryOf = (parameters: readonly JsonObject[]): [string, unknown][] =>
  parameters
    .filter(
      ({ name, in: place, example }) =>
        place === "query" && example !== undefined && !unasked.has(String(name)),
    )
    .map(({ name, example }) => [String(name), example]);

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
