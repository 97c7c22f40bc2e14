// One operation: a route's method, as whoever calls it needs to know it.

import type { RouteOptions } from "fastify";
import { jsonMediaTypes } from "../body.js";
import { isObject, type JsonObject } from "../json.js";
import type { Components } from "./components.js";
import { operationId } from "./operation-id.js";
import { refusalsOf } from "./refusals.js";
import { answersOf, refusedAs } from "./responses.js";

/** `path` is as in the document: `/cohorts/{id}`. */
export const operation = (
  route: RouteOptions,
  method: string,
  path: string,
  components: Components,
): JsonObject => {
  const { schema = {} } = route;
  const body = requestBody(route, method, components);
  return {
    operationId: schema.operationId ?? operationId(method, path, isCreation(schema)),
    summary: schema.summary,
    description: schema.description,
    tags: schema.tags,
    ...securityOf(route),
    parameters: [
      ...parameters("path", schema.params, components),
      ...parameters("query", schema.querystring, components),
      ...parameters("header", schema.headers, components),
      ...headersOf(route, method),
    ],
    ...(body && { requestBody: body }),
    responses: { ...answersOf(route, method, components), ...refusedAs(refusalsOf(route, method)) },
  };
};

type Schema = NonNullable<RouteOptions["schema"]>;

const isCreation = ({ response }: Schema): boolean => isObject(response) && "201" in response;

/** A public route whose query holds a signature checks by itself that there is that or a key. */
const securityOf = ({ config, schema }: RouteOptions): JsonObject => {
  if (!config?.isPublic) return {};
  const query = schema?.querystring;
  const isLinked = isObject(query) && isObject(query.properties) && "signature" in query.properties;
  return { security: isLinked ? [{ apiKey: [] }, { session: [] }, { signedLink: [] }] : [] };
};

const header = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string" },
  example,
});
const ifMatch = header(
  "If-Match",
  "The ETag that was read: refuses the change if the record is another now.",
  '"1"',
);
const ifNoneMatch = header(
  "If-None-Match",
  "The ETag of what is known: answers 304 if nothing has changed.",
  '"V2hhdCdz"',
);
const idempotencyKey = header(
  "Idempotency-Key",
  "Of your choice: sent again within a day, gets the first answer again.",
  "2026-01-31-orders",
);

const headersOf = ({ schema, config }: RouteOptions, method: string): JsonObject[] => {
  if (config?.isPublic) return [];
  return [
    ...(method === "GET" ? [ifNoneMatch] : []),
    ...(method === "POST" ? [idempotencyKey] : []),
    ...(schema?.refuses?.includes("changed-meanwhile") ? [ifMatch] : []),
  ];
};

const requestBody = (
  { schema: { body, consumes } = {}, config }: RouteOptions,
  method: string,
  components: Components,
): JsonObject | undefined => {
  if (consumes) return { required: true, content: contentOf(consumes, fileContent) };
  if (!body) return undefined;
  const types = method === "PATCH" ? jsonMediaTypes : ["application/json"];
  const media = components.media(body as JsonObject, "request");
  return { required: !config?.isBodyOptional, content: contentOf(types, media) };
};

const fileContent = {
  schema: { type: "string", format: "binary" },
  example: "customer_id,date,total\n17,2026-01-31,24.90\n",
};

const contentOf = (types: readonly string[], media: JsonObject): JsonObject =>
  Object.fromEntries(types.map((type) => [type, media]));

const parameters = (
  where: "path" | "query" | "header",
  schema: unknown,
  components: Components,
): JsonObject[] => {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties as Record<string, JsonObject>).map(([name, property]) => {
    const { description, examples, ...rest } = property;
    return {
      name,
      in: where,
      required: where !== "query",
      description,
      schema: components.hoist(rest),
      ...(Array.isArray(examples) && { example: examples[0] }),
    };
  });
};
