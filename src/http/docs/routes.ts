// The document as pages to read: the reference, and a page about each error, to which refusals link.

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
  code: Type.String({ description: "Of the catalogue.", examples: ["body-invalid"] }),
});

/** Pages need nothing but themselves. */
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
        summary: "Read the reference",
        description: "This document as a page to read and to print.",
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
        summary: "Read about all errors",
        description: "A page that lists what can be refused, and why.",
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
        description:
          "A page about one error of the catalogue: whose it is, what to do, and what is refused with it.",
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

// The OpenAPI document is made from the routes as they were registered and the schemas that check their requests: what it
// says is what is done. `docs/reference/openapi.json` is the same document, kept so that a change of it is seen.

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
