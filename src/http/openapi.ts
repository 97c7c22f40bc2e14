// The OpenAPI document is made from the routes as they were registered and the schemas that check their requests: what it
// says is what is done. `docs/reference/openapi.json` is the same document, kept so that a change of it is seen.

import type { FastifyInstance, RouteOptions } from "fastify";
import type { ErrorCode } from "../errors/catalogue.js";
import { docsRoutes } from "./docs/routes.js";
import { type OpenApi, openApiDocument } from "./openapi/document.js";

declare module "fastify" {
  interface FastifySchema {
    summary?: string;
    description?: string;
    tags?: string[];
    /** Where method and path do not make a good one. */
    operationId?: string;
    /** Media types of a body that is not JSON. */
    consumes?: string[];
    /** What it refuses besides what every operation of its form does. */
    refuses?: readonly ErrorCode[];
  }
}

/** Collects the routes that are registered after it; serves the document at `/openapi.json`, and as pages below `/docs`. */
export const serveApiDocs = (app: FastifyInstance): void => {
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => {
    if (route.method !== "HEAD" && !route.config?.isConsole) routes.push(route);
  });
  let made: OpenApi | undefined;
  const document = (): OpenApi => {
    made ??= openApiDocument(routes);
    return made;
  };
  app.get(
    "/openapi.json",
    {
      config: { isPublic: true },
      schema: {
        operationId: "getOpenApi",
        summary: "Read the OpenAPI document",
        description: "OpenAPI 3.1, made from the schemas that check requests.",
        tags: ["service"],
        response: { 200: { type: "object", description: "The document.", additionalProperties: true } },
      },
    },
    document,
  );
  docsRoutes(app, document);
};
