// Methods of each path. A known path that lacks the method of a request answers 405, and OPTIONS answers
// which methods there are; neither opens the service to pages of other sites.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "../errors/refusal.js";
import { pathOf } from "./log.js";

interface Path {
  pattern: RegExp;
  methods: Set<string>;
}

/** Answers requests that no route takes. Register it before the routes. */
export const answerOtherMethods = (app: FastifyInstance): void => {
  const paths = new Map<string, Path>();
  app.addHook("onRoute", ({ url, method }) => {
    const path = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) path.methods.add(each);
    paths.set(url, path);
  });
  const methodsOf = (url: string): string[] => {
    const known = [...paths.values()].filter(({ pattern }) => pattern.test(url));
    const methods = new Set(known.flatMap(({ methods: each }) => [...each]));
    return [...methods];
  };

  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(pathOf(request.url));
    // A route that takes the method and still finds nothing, such as a missing file of the console.
    if (methods.length === 0 || methods.includes(request.method)) throw pathUnknown(request);
    const allowed = [...methods, "OPTIONS"].sort().join(", ");
    reply.header("allow", allowed);
    if (request.method === "OPTIONS") return reply.code(204).send();
    throw refuse("method-unknown", { ...asSent(request), methods: allowed });
  });
  refuseEmptyParts(app);
};

/** `/cohorts/` is not the list, and no cohort has an empty ID. */
const refuseEmptyParts = (app: FastifyInstance): void => {
  app.addHook("onRequest", async (request: FastifyRequest) => {
    const { "*": _rest, ...parts } = (request.params ?? {}) as Record<string, string>;
    if (Object.values(parts).includes("")) throw pathUnknown(request);
  });
};

const pathUnknown = (request: FastifyRequest) => refuse("path-unknown", asSent(request));

const asSent = ({ method, originalUrl }: FastifyRequest) => ({ method, path: pathOf(originalUrl) });

/** `/cohorts/:id` matches `/cohorts/17`, and `/console/*` everything below. */
const patternOf = (url: string): RegExp => {
  const parts = url.split("/").map((part) => {
    if (part.startsWith(":")) return "[^/]+";
    return part === "*" ? ".*" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("/")}$`);
};
