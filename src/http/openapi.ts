// The OpenAPI document is made from the routes as they were registered and the schemas that check their requests: what it
// says is what is done. Schemas with a title become components of that name.

import { STATUS_CODES } from "node:http";
import type { FastifyInstance, RouteOptions } from "fastify";
import { jsonTypes } from "./body.js";
import { isObject, type JsonObject, mapValues } from "./json.js";
import { problem } from "./schemas/common.js";

declare module "fastify" {
  interface FastifySchema {
    summary?: string;
    description?: string;
    tags?: string[];
    /** Media types of a body that is not JSON. */
    consumes?: string[];
  }
}

/** Collects the routes that are registered after it, and serves the document at `/openapi.json`. */
export const describeApi = (app: FastifyInstance): void => {
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => {
    if (route.method !== "HEAD") routes.push(route);
  });
  let document: JsonObject | undefined;
  app.get(
    "/openapi.json",
    {
      config: { isPublic: true },
      schema: { summary: "This document", tags: ["service"], response: { 200: {} } },
    },
    () => {
      document ??= openApiDocument(routes);
      return document;
    },
  );
};

const openApiDocument = (routes: readonly RouteOptions[]): JsonObject => {
  const components: JsonObject = {};
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, "{$1}");
    const operations = { ...paths[path] };
    for (const method of [route.method].flat())
      operations[method.toLowerCase()] = operation(route, method, path, components);
    paths[path] = operations;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Bellwether",
      version: "1",
      description: "Calibrated probabilities for every customer, from files of events.",
    },
    servers: [{ url: "/v1" }, { url: "/" }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: "http", scheme: "bearer" } },
      schemas: components,
    },
  };
};

const operation = (
  { schema = {}, config }: RouteOptions,
  method: string,
  path: string,
  components: JsonObject,
): JsonObject => {
  const body = requestBody(schema, method, components);
  return {
    operationId: operationId(method, path),
    summary: schema.summary,
    ...(schema.description && { description: schema.description }),
    tags: schema.tags,
    ...(config?.isPublic && { security: [] }),
    parameters: [
      ...parameters("path", schema.params, components),
      ...parameters("query", schema.querystring, components),
    ],
    ...(body && { requestBody: body }),
    responses: {
      ...mapValues(schema.response as JsonObject, (answer, status) => response(answer, status, components)),
      default: {
        description: "Refused, or failed",
        content: { "application/json": { schema: hoisted(problem, components) } },
      },
    },
  };
};

const requestBody = (
  { body, consumes }: NonNullable<RouteOptions["schema"]>,
  method: string,
  components: JsonObject,
): JsonObject | undefined => {
  if (consumes) return { required: true, content: contentOf(consumes, { type: "string", format: "binary" }) };
  if (!body) return undefined;
  const types = method === "PATCH" ? jsonTypes : ["application/json"];
  return { required: true, content: contentOf(types, hoisted(body, components)) };
};

const contentOf = (types: readonly string[], schema: unknown): JsonObject =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

const response = (answer: unknown, status: string, components: JsonObject): JsonObject => {
  const description = STATUS_CODES[status] ?? "Done";
  if (status === "204" || !isObject(answer)) return { description };
  if (isObject(answer.content)) return { description, content: answer.content };
  return { description, content: contentOf(["application/json"], hoisted(answer, components)) };
};

const parameters = (where: "path" | "query", schema: unknown, components: JsonObject): JsonObject[] => {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path",
    schema: hoisted(property, components),
  }));
};

/** The schema with every titled schema in it replaced by a reference to a component. */
const hoisted = (schema: unknown, components: JsonObject): unknown => {
  if (Array.isArray(schema)) return schema.map((item) => hoisted(item, components));
  if (!isObject(schema)) return schema;
  const inner = mapValues(schema, (value) => hoisted(value, components));
  if (typeof schema.title !== "string") return inner;
  components[schema.title] = inner;
  return { $ref: `#/components/schemas/${schema.title}` };
};

/** `PATCH /scopes/{id}` → `patchScopesById` */
const operationId = (method: string, path: string): string => {
  const words = path.replace(/\{(\w+)\}/g, "by_$1").split(/[^A-Za-z0-9]+|_/);
  const camel = words.filter(Boolean).map((word) => word[0]!.toUpperCase() + word.slice(1));
  return method.toLowerCase() + camel.join("");
};
