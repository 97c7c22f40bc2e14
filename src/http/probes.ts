// Probes: /health, /ready and /metrics alone, for monitoring of a node that only builds and has no API.

import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import { knowClients } from "./client-address.js";
import { gateConnections } from "./connection-gate.js";
import { loggerOptions, RequestLog } from "./log.js";
import { OpenFilesWatch, surviveRefusedConnections } from "./open-files.js";
import type { AppOptions } from "./options.js";
import { problemHandler } from "./problem.js";
import { healthRoutes, type ProbeOptions } from "./routes/health.js";
import { metricsRoutes } from "./routes/metrics.js";

/** The app, assembled but not yet listening. */
export const buildProbes = (
  options: ProbeOptions & Pick<AppOptions, "metrics" | "logger">,
): FastifyInstance => {
  const openFiles = new OpenFilesWatch(options.troubles);
  const app: FastifyInstance = fastify({
    genReqId: () => randomUUID(),
    logger: loggerOptions(options.logger),
    logController: new RequestLog(),
  });
  const { troubles } = options;
  app.setErrorHandler(problemHandler({ openFiles, troubles, bodyBytes: 0, publicUrl: undefined }));
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  surviveRefusedConnections(app, openFiles);
  knowClients(app);
  gateConnections(app.server);
  healthRoutes(app, options, openFiles);
  metricsRoutes(app, options);
  return app;
};
