// The HTTP app, assembled but not yet listening. Every path works with and without the prefix /v1.

import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import fastify, { type FastifyInstance } from "fastify";
import { countConnections } from "../domain/machine/event-loop.js";
import { limits } from "../domain/resource/limits.js";
import { inLogContext } from "../log/context.js";
import { keepWaitingAudit } from "./audit.js";
import { authenticateLateRequests, authenticateRequests, limitUnkeyedRequests } from "./auth.js";
import { takeTurnsForBodies } from "./body-turns.js";
import { knowClients } from "./client-address.js";
import { compressAnswers } from "./compression.js";
import { gateConnections } from "./connection-gate.js";
import { endSlowBodies, endUnusedConnections, limitConnections } from "./connections.js";
import { serveConsole } from "./console.js";
import { serveApiDocs } from "./docs/routes.js";
import { addEtags } from "./etag.js";
import { honourIdempotencyKeys } from "./idempotency.js";
import { readJsonBodies } from "./json-bodies.js";
import { loggerOptions, RequestLog } from "./log.js";
import { maskPersonalData } from "./masking.js";
import { answerOtherMethods } from "./methods.js";
import { keepPeopleOutOfCaches } from "./no-store.js";
import { OpenFilesWatch, surviveRefusedConnections } from "./open-files.js";
import type { AppOptions } from "./options.js";
import { problemHandler } from "./problem.js";
import { RequestLimits } from "./request-limits.js";
import { answerUnparsed } from "./request-problem.js";
import { takeTurnsToBegin } from "./request-turns.js";
import { accountRoutes, usageRoutes } from "./routes/accounts.js";
import { assistantTokenRoutes } from "./routes/assistant-tokens.js";
import { assistantRoutes } from "./routes/assistants.js";
import { atlasRoutes } from "./routes/atlases.js";
import { auditRoutes } from "./routes/audit.js";
import { claimRoutes } from "./routes/claims.js";
import { cohortRoutes } from "./routes/cohorts.js";
import { confirmationRoutes } from "./routes/confirmation.js";
import { connectionRoutes } from "./routes/connections.js";
import { datasetRoutes } from "./routes/datasets.js";
import { eventRoutes } from "./routes/events.js";
import { graphRoutes } from "./routes/graph.js";
import { healthRoutes } from "./routes/health.js";
import { holdoutRoutes } from "./routes/holdouts.js";
import { invitationRoutes } from "./routes/invitations.js";
import { keyRoutes } from "./routes/keys.js";
import { knowledgebaseRoutes } from "./routes/knowledgebase.js";
import { listRoutes } from "./routes/lists.js";
import { liveScoreRoutes } from "./routes/live-scores.js";
import { markedDayRoutes } from "./routes/marked-days.js";
import { memberRoutes } from "./routes/members.js";
import { measureRequests, metricsRoutes } from "./routes/metrics.js";
import { notMeRoutes } from "./routes/not-me.js";
import { noticeRoutes } from "./routes/notices.js";
import { outcomeRoutes } from "./routes/outcomes.js";
import { ownershipRoutes } from "./routes/ownership.js";
import { peopleRoutes, personHistoryRoutes } from "./routes/people.js";
import { peopleDecisionRoutes } from "./routes/people-decisions.js";
import { personDeletionRoutes } from "./routes/person-deletion.js";
import { personaSetRoutes } from "./routes/persona-sets.js";
import { placeRoutes } from "./routes/places.js";
import { privacyRoutes } from "./routes/privacy.js";
import { recommenderRoutes } from "./routes/recommenders.js";
import { replayRoutes } from "./routes/replays.js";
import { resumableUploadRoutes } from "./routes/resumable-uploads.js";
import { sampleRoutes } from "./routes/sample.js";
import { scimRoutes } from "./routes/scim.js";
import { scopeListRoutes, scopeRoutes } from "./routes/scopes.js";
import { sessionRoutes } from "./routes/sessions.js";
import { ssoRoutes } from "./routes/sso.js";
import { ssoProviderRoutes } from "./routes/sso-providers.js";
import { streamRoutes } from "./routes/streams.js";
import { suggestionRoutes } from "./routes/suggestions.js";
import { targetRoutes } from "./routes/targets.js";
import { traitRoutes } from "./routes/traits.js";
import { triggerRoutes } from "./routes/triggers.js";
import { uploadRoutes } from "./routes/uploads.js";
import { webhookEndpointRoutes } from "./routes/webhook-endpoints.js";
import { compileSchema } from "./validation.js";
import { takeTurnsForWrites } from "./write-turns.js";

/** Idle connections are closed after this time: stalled uploads, downloads that no one reads. */
const idleMs = 120_000;

/** `close()` lets running requests finish and accepts no new ones. */
export const buildApp = (options: AppOptions): FastifyInstance => {
  const openFiles = new OpenFilesWatch(options.troubles);
  const onProblem = problemHandler({
    openFiles,
    bodyBytes: options.limits.bodyBytes,
    publicUrl: options.publicUrl,
    troubles: options.troubles,
  });
  const app: FastifyInstance = fastify({
    clientErrorHandler: answerUnparsed(() => app.log, options.publicUrl),
    bodyLimit: options.limits.bodyBytes,
    connectionTimeout: idleMs,
    frameworkErrors: onProblem,
    genReqId: () => randomUUID(),
    logger: loggerOptions(options.logger),
    rewriteUrl: withoutVersion,
    logController: new RequestLog(),
    // What still arrives on open connections is answered, too.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
  });
  app.setValidatorCompiler(compileSchema);
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(onProblem);
  surviveRefusedConnections(app, openFiles);
  knowClients(app, options.trustedProxies);
  limitConnections(app.server, options.limits.connections, options.trustedProxies);
  gateConnections(app.server);
  countConnections(app.server, limits.msForConnections.is);
  endSlowBodies(app);
  endUnusedConnections(app);
  identifyRequests(app);
  keepPeopleOutOfCaches(app);
  measureRequests(app, options);
  const requestLimits = new RequestLimits(options);
  limitUnkeyedRequests(app, options, requestLimits);
  takeTurnsToBegin(app);
  answerOtherMethods(app);
  authenticateRequests(app, options, requestLimits);
  takeTurnsForBodies(app);
  takeTurnsForWrites(app);
  authenticateLateRequests(app, options);
  readJsonBodies(app);
  keepWaitingAudit(app, options);
  maskPersonalData(app);
  honourIdempotencyKeys(app, options);
  addEtags(app);
  compressAnswers(app);
  serveApiDocs(app, options);
  serveConsole(app, options.consoleDir, options);
  healthRoutes(app, options, openFiles);
  for (const routes of jsonRoutes) routes(app, options);
  app.register(async (scope) => confirmationRoutes(scope, options));
  app.register(async (scope) => scimRoutes(scope, options));
  app.register(async (scope) => assistantTokenRoutes(scope, options));
  app.register(async (scope) => connectionRoutes(scope, options));
  app.register(async (scope) => scopeListRoutes(scope, options));
  app.register(async (scope) => replayRoutes(scope, options));
  app.register(async (scope) => listRoutes(scope, options));
  app.register(async (scope) => outcomeRoutes(scope, options));
  app.register(async (scope) => targetRoutes(scope, options));
  app.register(async (scope) => uploadRoutes(scope, options));
  app.register(async (scope) => resumableUploadRoutes(scope, options));
  app.register(async (scope) => eventRoutes(scope, options));
  return app;
};

const jsonRoutes = [
  metricsRoutes,
  accountRoutes,
  sessionRoutes,
  notMeRoutes,
  memberRoutes,
  invitationRoutes,
  ssoRoutes,
  ssoProviderRoutes,
  keyRoutes,
  assistantRoutes,
  auditRoutes,
  usageRoutes,
  datasetRoutes,
  privacyRoutes,
  streamRoutes,
  traitRoutes,
  peopleRoutes,
  liveScoreRoutes,
  peopleDecisionRoutes,
  personDeletionRoutes,
  personHistoryRoutes,
  placeRoutes,
  atlasRoutes,
  cohortRoutes,
  personaSetRoutes,
  recommenderRoutes,
  holdoutRoutes,
  scopeRoutes,
  claimRoutes,
  suggestionRoutes,
  sampleRoutes,
  knowledgebaseRoutes,
  graphRoutes,
  noticeRoutes,
  markedDayRoutes,
  triggerRoutes,
  webhookEndpointRoutes,
  ownershipRoutes,
];

const withoutVersion = ({ url = "/" }: IncomingMessage): string => url.replace(/^\/v1(?:\/|(?=\?)|$)/, "/");

/** Headers of every answer. Pages have a policy of their own. */
const answerHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

/**
 * Puts the id of the request on its answer, which no browser may read as another type than its own, run or embed, and on
 * the builds that it causes.
 */
const identifyRequests = (app: FastifyInstance): void => {
  app.addHook("onRequest", (request, reply, next) => {
    reply.headers({ ...answerHeaders, "x-request-id": request.id });
    inLogContext({ request: request.id }, next);
  });
};
