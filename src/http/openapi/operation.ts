// One operation: a route's method, as whoever calls it needs to know it.

import type { RouteOptions } from "fastify";
import { isObject, type JsonObject, jsonMediaTypes } from "../json.js";
import type { Components } from "./components.js";
import { answersOf, refusalsOf, refusedAs } from "./responses.js";

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

// What an operation is called in generated clients: a verb and the nouns of its path, as `updateScope` or `getScopeTargets`.

/** `GET /scopes/{id}/targets` → `getScopeTargets`; a POST that creates nothing has its verb at the end of its path. */
export const operationId = (method: string, path: string, isCreation: boolean): string => {
  const nouns = nounsOf(path);
  const last = nouns.pop() ?? "";
  if (isCreation) return joined(["create", ...nouns, singularOf(last)]);
  if (method === "POST") return joined([last, ...nouns]);
  return joined([verbs[method] ?? method.toLowerCase(), ...nouns, last]);
};

const verbs: Record<string, string> = { GET: "get", PATCH: "update", DELETE: "delete" };

/** What is followed by an id is one of its kind. */
const nounsOf = (path: string): string[] => {
  const parts = path.split("/").filter(Boolean);
  return parts.flatMap((part, i) => {
    if (part.startsWith("{")) return [];
    const next = parts[i + 1] ?? "";
    return next.startsWith("{") ? [singularOf(part)] : [part];
  });
};

const singularOf = (plural: string): string => plural.replace(/s$/, "");

const joined = (names: readonly string[]): string =>
  names
    .flatMap((name) => name.split(/[^A-Za-z0-9]+/))
    .map((word, i) => (i === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join("");
