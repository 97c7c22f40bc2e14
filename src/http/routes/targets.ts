// Targets and their files. A file is served to whoever has the account's key or the signed link to it, and it is the last
// one that was built whole, also while the next is being made.

import path from "node:path";
import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import { secretNamed } from "../../store/secrets.js";
import type { Kind } from "../kind.js";
import { type Linked, requireLinked } from "../linked.js";
import type { AppOptions } from "../options.js";
import { parseTarget } from "../parse/target.js";
import { renderTarget } from "../render/target.js";
import { idParams } from "../schemas/common.js";
import { downloadQuery, targetPatch, targetRecord, targetWritten } from "../schemas/target.js";
import { sendFile } from "../send-file.js";
import { resourceRoutes } from "./resource.js";

const kindOf = (linkSecret: string): Kind<"targets"> => ({
  type: "targets",
  written: targetWritten,
  patch: targetPatch,
  record: targetRecord,
  uniqueName: false,
  neighbours: ["scopes", "people"],
  respell: (body) => body,
  parse: parseTarget,
  upstreamIds: ({ scope_id }, neighbours) => [neighbours.require("scopes", scope_id, "scope_id")],
  render: renderTarget(linkSecret),
});

export const targetRoutes = async (app: FastifyInstance, options: AppOptions): Promise<void> => {
  const linkSecret = await secretNamed(options.db.kysely, "download-links");
  resourceRoutes(app, kindOf(linkSecret), options);

  app.get<Linked>(
    "/targets/:id/download.csv",
    {
      config: { isPublic: true },
      schema: {
        summary: "The file, by key or by signed link",
        tags: ["targets"],
        params: idParams,
        querystring: downloadQuery,
        response: { 200: { content: { "text/csv": { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const target = await requireLinked(request, options, linkSecret, "targets");
      return sendTarget(request, reply, options.dataDir, target);
    },
  );
};

const sendTarget = (
  request: FastifyRequest<Linked>,
  reply: FastifyReply,
  dataDir: string,
  { result, resultDir, status, lastUpdatedOutputAt }: Resource<"targets">,
): Promise<FastifyReply> => {
  if (!result || resultDir === null) throw refuse("target-not-ready", { status });
  const isGzip = result.file.endsWith(".gz");
  return sendFile(request as FastifyRequest, reply, {
    path: path.join(dataDir, resultDir, result.file),
    hash: result.sha256,
    modifiedMs: lastUpdatedOutputAt ?? 0,
    contentType: isGzip ? "application/gzip" : "text/csv; charset=utf-8",
    downloadName: result.file,
  });
};
