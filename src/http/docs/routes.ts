// Routes of the documentation: the OpenAPI document, and the pages for people. The document is generated from
// the registered routes and the schemas that check their requests, so it cannot differ from them.
// `docs/reference/openapi.json` is a committed copy, so that changes are visible in review.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, RouteOptions } from "fastify";
import { errorPage, errorsPage } from "../../docs/errors.js";
import { guidePage, readGuides } from "../../docs/guides.js";
import type { OpenApi } from "../../docs/openapi.js";
import { resourcePage, sharedSchemasPage } from "../../docs/reference-pages.js";
import { searchIndex } from "../../docs/search-index.js";
import { guideUrl, resourceUrl, type Site, sharedSchemasUrl, siteOf } from "../../docs/site.js";
import { startPage } from "../../docs/start-page.js";
import { catalogue, type ErrorCode } from "../../errors/catalogue.js";
import { refuse } from "../../errors/refusal.js";
import { openApiDocument } from "../openapi/document.js";
import type { AppOptions } from "../options.js";
import { pageHeaders } from "../page-headers.js";
import { madeUpOrders } from "./made-up-orders.js";

const tags = ["service"];
const config = { isPublic: true };
const page = { content: { "text/html": { schema: Type.String(), example: "<!doctype html>…" } } };
const docsHeaders = {
  ...pageHeaders(),
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-cache",
};
const codeParams = Type.Object({
  code: Type.String({ description: "Error code.", examples: ["body-invalid"] }),
});

const docsRoutes = (app: FastifyInstance, options: AppOptions, site: () => Site): void => {
  const made = new Map<string, string>();
  /** Pages are made when they are first asked for, and kept. */
  const send = (reply: FastifyReply, url: string, make: (site: Site) => string): FastifyReply => {
    const text = made.get(url) ?? make(site());
    made.set(url, text);
    return reply.headers(docsHeaders).send(text);
  };

  app.get(
    "/docs",
    {
      config,
      schema: {
        summary: "Read the documentation",
        description:
          "The first of the documentation's pages: the guides and the API reference, to read and print.",
        tags,
        response: { 200: page },
      },
    },
    (_request, reply) => send(reply, "/docs", startPage),
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
    (_request, reply) => send(reply, "/docs/errors", errorsPage),
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
      const { code } = params;
      if (!isCode(code)) throw refuse("path-unknown", { method, path: originalUrl });
      return send(reply, `/docs/errors/${code}`, (of) => errorPage(code, of));
    },
  );

  const pagesOnly = { config: { ...config, isPage: true } };
  app.get<{ Params: { name: string } }>("/docs/api/:name", pagesOnly, (request, reply) => {
    const { params, method, originalUrl } = request;
    const resource = site().resources.find(({ name }) => name === params.name);
    if (!resource) throw refuse("path-unknown", { method, path: originalUrl });
    return send(reply, resourceUrl(resource), (of) => resourcePage(resource, of));
  });

  app.get<{ Params: { name: string } }>("/docs/guides/:name", pagesOnly, (request, reply) => {
    const { params, method, originalUrl } = request;
    const guide = site().guides.find(({ name }) => name === params.name);
    if (!guide) throw refuse("path-unknown", { method, path: originalUrl });
    return send(reply, guideUrl(guide.name), (of) => guidePage(guide, of));
  });

  app.get(sharedSchemasUrl, pagesOnly, (_request, reply) => send(reply, sharedSchemasUrl, sharedSchemasPage));

  let index: string | undefined;
  app.get("/docs/search.json", pagesOnly, (_request, reply) => {
    index ??= JSON.stringify(searchIndex(site()));
    return reply.headers({ "cache-control": "no-cache" }).type("application/json; charset=utf-8").send(index);
  });

  const orders = madeUpOrders(options);
  app.get("/docs/orders.csv", pagesOnly, async (_request, reply) =>
    reply
      .headers({ "cache-control": "no-cache" })
      .type("text/csv; charset=utf-8")
      .send(await orders()),
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
export const serveApiDocs = (app: FastifyInstance, options: AppOptions): void => {
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => {
    if (route.method !== "HEAD" && !route.config?.isPage) routes.push(route);
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
  let site: Site | undefined;
  docsRoutes(app, options, () => {
    site ??= siteOf(document(), readGuides(options.docsDir));
    return site;
  });
};
