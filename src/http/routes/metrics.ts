// The metrics for monitoring, and the measurement of requests.

import { createHash, timingSafeEqual } from "node:crypto";
import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../errors/refusal.js";
import { scrape } from "../../metrics/metrics.js";
import { bearerKey } from "../auth.js";
import type { AppOptions } from "../options.js";

const example = `# HELP bellwether_accounts Accounts.
# TYPE bellwether_accounts gauge
bellwether_accounts 3
`;

export const measureRequests = (app: FastifyInstance, { metrics: { metrics } }: AppOptions): void => {
  const { requests, requestSeconds } = metrics;
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    const labels = { method, route: routeOptions.url ?? "unknown" };
    requests.inc({ ...labels, status: String(reply.statusCode) });
    requestSeconds.observe(labels, reply.elapsedTime / 1000);
  });
};

export const metricsRoutes = (
  app: FastifyInstance,
  { metrics: options }: Pick<AppOptions, "metrics">,
): void => {
  app.get(
    "/metrics",
    {
      config: { isPublic: true },
      schema: {
        summary: "Read the metrics of the service",
        description:
          "Counters, durations and states in the text form of Prometheus, for all accounts together. Needs the token of `BELLWETHER_METRICS_TOKEN` as bearer token, unless the service can be reached from its own machine alone.",
        tags: ["service"],
        refuses: ["metrics-closed", "metrics-token-wrong"],
        response: { 200: { content: { "text/plain": { schema: Type.String(), example } } } },
      },
    },
    async (request, reply) => {
      const { metrics, sources, token, isOpen } = options;
      const given = bearerKey(request);
      if (token === undefined ? !isOpen : given === undefined || !isEqual(given, token))
        throw refuse(token === undefined ? "metrics-closed" : "metrics-token-wrong");
      return reply
        .header("cache-control", "no-store")
        .type(metrics.registry.contentType)
        .send(await scrape(metrics, sources));
    },
  );
};

/** In constant time, whatever the lengths. */
const isEqual = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
