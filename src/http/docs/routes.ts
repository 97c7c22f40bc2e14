// Routes of the API's documentation: the OpenAPI document, the reference page, and a page about each error. The document is generated
// from the registered routes and the schemas that check their requests, so it cannot differ from them. `docs/reference/openapi.json`
// is a committed copy, so that changes are visible in review.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance, RouteOptions } from "fastify";
import { catalogue, type ErrorCode } from "../../errors/catalogue.js";
import { refuse } from "../../errors/refusal.js";
import { type OpenApi, openApiDocument } from "../openapi/document.js";
import { errorPage, errorsPage } from "./errors.js";
import { referencePage } from "./reference.js";

const tags = ["service"];
const config = { isPublic: true };
const page = { content: { "text/html": { schema: Type.String(), example: "<!doctype html>…" } } };
const codeParams = Type.Object({
  code: Type.String({ description: "Error code.", examples: ["body-invalid"] }),
});

/** Pages are self-contained. */
const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-cache",
};

export const docsRoutes = (app: FastifyInstance, document: () => OpenApi): void => {
  let reference: string | undefined;
  app.get(
    "/docs",
    {
      config,
      schema: {
        summary: "Read the API reference",
        description: "This document as a page to read and print.",
        tags,
        response: { 200: page },
      },
    },
    (_request, reply) => {
      reference ??= referencePage(document());
      return reply.headers(headers).send(reference);
    },
  );

  app.get(
    "/docs/errors",
    {
      config,
      schema: {
        summary: "List errors",
        description: "Page with all error codes and their meaning.",
        tags,
        response: { 200: page },
      },
    },
    (_request, reply) => reply.headers(headers).send(errorsPage()),
  );

  app.get<{ Params: { code: string } }>(
    "/docs/errors/:code",
    {
      config,
      schema: {
        summary: "Read about an error",
        description: "Page about one error: its cause, what to do, and the operations that return it.",
        tags,
        params: codeParams,
        refuses: ["path-unknown"],
        response: { 200: page },
      },
    },
    ({ params, method, originalUrl }, reply) => {
      if (!isCode(params.code)) throw refuse("path-unknown", { method, path: originalUrl });
      return reply.headers(headers).send(errorPage(params.code, document()));
    },
  );
};

const isCode = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code);

declare module "fastify" {
  interface FastifySchema {
    summary?: string;
    description?: string;
    tags?: string[];
    /** Overrides the name derived from method and path. */
    operationId?: string;
    /** Media types of a body that is not JSON. */
    consumes?: string[];
    /** Errors besides those that follow from its form. */
    refuses?: readonly ErrorCode[];
  }
}

/** Documents the routes that are registered after it, at `/openapi.json` and `/docs`. */
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
        description: "OpenAPI 3.1, generated from the schemas that check requests.",
        tags: ["service"],
        response: { 200: { type: "object", description: "The document.", additionalProperties: true } },
      },
    },
    document,
  );
  docsRoutes(app, document);
};
