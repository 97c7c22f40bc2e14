// Operations of the OpenAPI document: a method of a route with its parameters, body, answers and errors.

import { Type } from "@sinclair/typebox";
import type { RouteOptions } from "fastify";
import { leastRole } from "../../domain/account/role.js";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { allowedScopes } from "../auth.js";
import { idempotencyKeyRule } from "../idempotency.js";
import { patchMediaTypes } from "../json-bodies.js";
import { permissionOf } from "../role.js";
import { sentEvent } from "../schemas/events.js";
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
    description: described(route, method),
    tags: schema.tags,
    ...securityOf(route),
    ...keyScopesOf(route, method),
    ...leastRoleOf(route, method),
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

/** A public route with a signature in its query needs that or a key, which it checks itself. */
const securityOf = (route: RouteOptions): JsonObject => {
  if (!route.config?.isPublic) return {};
  return { security: isLinked(route) ? [{ apiKey: [] }, { session: [] }, { signedLink: [] }] : [] };
};

const isLinked = ({ schema }: RouteOptions): boolean => {
  const query = schema?.querystring;
  return isObject(query) && isObject(query.properties) && "signature" in query.properties;
};

/** Extension: the scopes of API keys that allow the operation. */
const keyScopesOf = (route: RouteOptions, method: string): JsonObject =>
  acceptsKey(route) ? { "x-key-scopes": allowedScopes(method, route.config?.keyScopes) } : {};

/** Extension: the lowest role of members and keys that allows the operation. */
const leastRoleOf = (route: RouteOptions, method: string): JsonObject => {
  if (!needsRole(route)) return {};
  const own = route.config?.isOwnConcern;
  const role = leastRole[permissionOf(method, route.config)];
  return { "x-least-role": role, ...(own && { "x-own-concern": own }) };
};

/** A sub-account is made with a key, and an account without one. */
const needsRole = (route: RouteOptions): boolean =>
  acceptsKey(route) || route.config?.permission !== undefined;

/** With a sentence on the role, where not every role may. */
const described = (route: RouteOptions, method: string): string | undefined => {
  const { schema: { description } = {}, config } = route;
  const permission = permissionOf(method, config);
  if (!description || !acceptsKey(route) || permission === "read") return description;
  return `${description} Least role: ${leastRole[permission]}${ownConcerns[config?.isOwnConcern ?? "never"]}.`;
};

const ownConcerns = {
  always: "; in a session of one's own, any",
  "by user_id": "; for oneself, any",
  never: "",
};

/** False for a public route that looks at no key at all. */
const acceptsKey = (route: RouteOptions): boolean =>
  !route.config?.isPublic || route.config.keyScopes !== undefined || isLinked(route);

const header = (name: string, description: string, example: string, rule: JsonObject = {}): JsonObject => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string", ...rule },
  example,
});
const ifMatch = header(
  "If-Match",
  "ETag of the record as read. The change is refused if the record has changed since.",
  '"1"',
);
const ifNoneMatch = header(
  "If-None-Match",
  "ETag of a previous answer. Returns 304 if nothing has changed.",
  '"V2hhdCdz"',
);
const idempotencyKey = header(
  "Idempotency-Key",
  "Key of your choice. A repeated request with the same key within a day gets the first answer again.",
  "2026-01-31-orders",
  { pattern: idempotencyKeyRule.source },
);

const headersOf = ({ schema, config }: RouteOptions, method: string): JsonObject[] => {
  if (config?.isPublic) return [];
  return [
    ...(method === "GET" ? [ifNoneMatch] : []),
    ...(method === "POST" && !config?.areEvents ? [idempotencyKey] : []),
    ...(schema?.refuses?.includes("changed-meanwhile") ? [ifMatch] : []),
  ];
};

const requestBody = (
  { schema: { body, consumes } = {}, config }: RouteOptions,
  method: string,
  components: Components,
): JsonObject | undefined => {
  if (config?.areEvents) return { required: true, content: eventContent(components) };
  if (consumes) return { required: true, content: contentOf(consumes, fileContent) };
  if (!body) return undefined;
  const types = method === "PATCH" ? patchMediaTypes : ["application/json"];
  const media = components.media(body as JsonObject, "request");
  return { required: !config?.isBodyOptional, content: contentOf(types, media) };
};

const fileContent = {
  schema: { type: "string", format: "binary" },
  example: "customer_id,date,total\n17,2026-01-31,24.90\n",
};

const exampleEvent = {
  email: "ada@example.com",
  datetime: "2025-12-31T18:30:00Z",
  value: 24.9,
  event_id: "order-1001",
};
const eventContent = (components: Components): JsonObject => ({
  "application/json": {
    schema: components.hoist(Type.Union([sentEvent, Type.Array(sentEvent)])),
    example: exampleEvent,
  },
  "application/x-ndjson": {
    schema: { type: "string", format: "binary" },
    example: `${JSON.stringify(exampleEvent)}\n`,
  },
});

const contentOf = (types: readonly string[], media: JsonObject): JsonObject =>
  Object.fromEntries(types.map((type) => [type, media]));

const parameters = (
  where: "path" | "query" | "header",
  schema: unknown,
  components: Components,
): JsonObject[] => {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  const required = isObject(schema) && Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties as Record<string, JsonObject>).map(([name, property]) => {
    const { description, examples, ...rest } = property;
    return {
      name,
      in: where,
      required: where === "path" || (where === "header" && required.includes(name)),
      description,
      schema: components.hoist(rest),
      ...(Array.isArray(examples) && { example: examples[0] }),
    };
  });
};

/**
 * Name of an operation in generated clients: a verb and the nouns of its path. `GET /scopes/{id}/targets` →
 * `getScopeTargets`. The path of a POST that creates nothing ends with its verb.
 */
export const operationId = (method: string, path: string, isCreation: boolean): string => {
  const nouns = nounsOf(path);
  const last = nouns.pop() ?? "";
  if (isCreation) return joined(["create", ...nouns, singularOf(last)]);
  if (method === "POST") return joined([last, ...nouns]);
  return joined([verbs[method] ?? method.toLowerCase(), ...nouns, last]);
};

const verbs: Record<string, string> = { GET: "get", PATCH: "update", DELETE: "delete" };

/** A noun followed by an ID is singular. */
const nounsOf = (path: string): string[] => {
  const parts = path.split("/").filter(Boolean);
  return parts.flatMap((part, i) => {
    if (part.startsWith("{")) return [];
    const next = parts[i + 1] ?? "";
    return next.startsWith("{") ? [singularOf(part)] : [part];
  });
};

const singularOf = (plural: string): string => plural.replace(/(?<=atlas)es$|s$/, "");

const joined = (names: readonly string[]): string =>
  names
    .flatMap((name) => name.split(/[^A-Za-z0-9]+/))
    .map((word, i) => (i === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join("");
