// Health checks for monitoring: the process is alive, and it can reach its metadata.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { oneOf } from "../../domain/schema.js";
import type { AppOptions } from "../options.js";

const state = Type.Object(
  { status: oneOf(["ok", "unavailable"], "ok, or unavailable.") },
  { title: "ServiceState" },
);
const tags = ["service"];
const config = { isPublic: true };

export const healthRoutes = (app: FastifyInstance, { db }: AppOptions): void => {
  app.get(
    "/health",
    {
      config,
      schema: {
        summary: "Check whether the process is alive",
        description: "Always succeeds while the process runs.",
        tags,
        response: { 200: state },
      },
    },
    async () => ({ status: "ok" }),
  );

  app.get(
    "/ready",
    {
      config,
      schema: {
        summary: "Check whether requests can be served",
        description: "Queries the metadata store; 503 if it does not answer.",
        tags,
        response: { 200: state, 503: state },
      },
    },
    async (request, reply) => {
      try {
        await db.kysely.selectFrom("account").select("id").limit(1).execute();
        return { status: "ok" };
      } catch (err) {
        request.log.error({ err }, "The metadata store does not answer.");
        return reply.code(503).send({ status: "unavailable" });
      }
    },
  );
};
