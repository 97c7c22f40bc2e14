// Recorder of a story: the first body and answer of each schema, as examples of the document. IDs, keys and
// signatures are replaced by made-up ones, and lists are cut to two items.

import type { OpenApi } from "../../../src/docs/openapi.js";
import { isObject, type JsonObject } from "../../../src/domain/resource/json.js";
import { mapValues } from "../../../src/http/json.js";
import { templateOf } from "../../support/watch-service.js";
import type { Answer, Caller } from "../harness.js";
import { exampleIdOf } from "./story.js";

export interface Recording {
  caller: Caller;
  /** By title of the schema; `ids` are the story's, by label. */
  examples(ids: ReadonlyMap<string, string>): JsonObject;
  /** Requests that failed. */
  failures: string[];
}

const itemsShown = 2;

export const record = (caller: Caller, document: OpenApi): Recording => {
  const noted: JsonObject = {};
  const failures: string[] = [];
  const note = (media: unknown, value: unknown): void => {
    const schema = jsonSchemaIn(media);
    const name = schema && titleIn(schema);
    const isRicher = isObject(value) && isObject(noted[name ?? ""]) && weight(value) > weight(noted[name!]);
    if (schema && name && !isEmpty(value) && (!(name in noted) || isRicher))
      noted[name] = cut(document, schema, value);
  };
  const watched =
    (method: string, send: (url: string, ...rest: never[]) => Promise<Answer>) =>
    async (url: string, ...rest: unknown[]): Promise<Answer> => {
      const answer = await send(url, ...(rest as never[]));
      const path = templateOf(document, url.split("?")[0]!);
      const operation = path === undefined ? undefined : document.paths[path]?.[method];
      if (answer.status >= 300)
        failures.push(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
      if (!operation || answer.status >= 300) return answer;
      if (isObject(rest[0])) note(operation.requestBody, rest[0]);
      note((operation.responses as JsonObject)[answer.status], answer.body);
      return answer;
    };
  return {
    caller: {
      get: watched("get", caller.get),
      post: watched("post", caller.post),
      patch: watched("patch", caller.patch),
      delete: watched("delete", caller.delete),
    },
    examples: (ids) => JSON.parse(withMadeUpIds(JSON.stringify(sorted(noted)), ids)),
    failures,
  };
};

/** A built record says more than a new one. */
const weight = (value: unknown): number => (isObject(value) ? Object.keys(value).length : 0);

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const sorted = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

const jsonSchemaIn = (media: unknown): JsonObject | undefined => {
  const content = isObject(media) ? media.content : undefined;
  const json = isObject(content) ? content["application/json"] : undefined;
  return isObject(json) && isObject(json.schema) ? json.schema : undefined;
};

const titleIn = ({ $ref, items }: JsonObject): string | undefined => {
  if (typeof $ref === "string") return $ref.split("/").at(-1);
  return isObject(items) && typeof items.$ref === "string"
    ? `${items.$ref.split("/").at(-1)}List`
    : undefined;
};

/** Cuts lists, and maps by names of the owner's or of the service's choice. */
const cut = (document: OpenApi, written: unknown, value: unknown): unknown => {
  const schema = resolved(document, written);
  if (Array.isArray(value))
    return value.slice(0, itemsShown).map((item) => cut(document, schema.items, item));
  if (!isObject(value)) return value;
  if (isObject(schema.properties)) {
    const { properties } = schema;
    return mapValues(value, (inner, key) => cut(document, properties[key], inner));
  }
  const entries = Object.entries(value);
  const shown = isObject(schema.additionalProperties) ? entries.slice(0, 2 * itemsShown) : entries;
  return mapValues(Object.fromEntries(shown), (inner) => cut(document, schema.additionalProperties, inner));
};

const resolved = (document: OpenApi, schema: unknown): JsonObject => {
  if (!isObject(schema)) return {};
  if (typeof schema.$ref !== "string") return schema;
  return document.components.schemas[schema.$ref.split("/").at(-1)!] ?? {};
};

const uuid = /[0-9a-f]{8}([-_])[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}/g;

const withMadeUpIds = (text: string, ids: ReadonlyMap<string, string>): string => {
  const madeUp = new Map([...ids].map(([label, id]) => [id, exampleIdOf(label)]));
  const exampleOf = (id: string): string => {
    const known = madeUp.get(id) ?? exampleIdOf(`other ${madeUp.size}`);
    madeUp.set(id, known);
    return known;
  };
  return text
    .replace(uuid, (id, separator) => exampleOf(id.replaceAll("_", "-")).replaceAll("-", separator))
    .replaceAll(/http:\/\/(localhost|127\.0\.0\.1)(:\d+)?/g, "https://bellwether.example.com")
    .replaceAll(/signature=[\w.~-]+/g, "signature=8Kq2Vn0wXcT5yR7mB3sLpA")
    .replaceAll(/bw_live_\w+/g, "bw_live_6fJ0cWJmXo2hT1vYkq9dLrZs3uBnEw4P")
    .replaceAll(/whsec_[\w+/=]+/g, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
};
