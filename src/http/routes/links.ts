// Revocation of the signed links to one resource. Links are not stored: revoking them counts up what their
// signatures cover.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { singular } from "../../domain/resource/resource.js";
import type { ErrorCode } from "../../errors/catalogue.js";
import { revokeLinks } from "../../store/resources.js";
import { withArticle } from "../../words/plural.js";
import { audit } from "../audit.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { idParams } from "../schemas/common.js";
import { answerRecord, requireResource, subjectOf } from "./resource.js";

/** Errors of a request by link. */
export const linkErrors: readonly ErrorCode[] = ["link-invalid", "link-expired", "link-ended"];

export const linkRoutes = <T extends "targets" | "outcomes" | "scopes">(
  app: FastifyInstance,
  kind: Kind<T>,
  options: AppOptions,
): void => {
  const one = singular[kind.type];
  app.post<{ Params: { id: string } }>(
    `/${kind.type}/:id/revoke_links`,
    {
      schema: {
        summary: `Revoke all links of ${withArticle(one)}`,
        description: "Signed links that were given out stop working now. The answer contains a new one.",
        tags: [kind.type],
        params: idParams,
        response: { 200: kind.record },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      await options.db.transaction(async (trx) => {
        const resource = await requireResource(trx, account.id, kind.type, params.id);
        await revokeLinks(trx, resource.id);
        const subject = subjectOf(resource);
        await audit(trx, request as FastifyRequest, { action: "revoke_links", subject }, options.clock());
      });
      return answerRecord(request, reply, kind, options, params.id);
    },
  );
};
