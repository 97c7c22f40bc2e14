// Atlases: lists of locations from uploaded files, used in the conditions of cohorts, and their locations.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JsonObject } from "../../domain/resource/json.js";
import { singular } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { listResources, type Resource } from "../../store/resources.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { type PageQuery, pageOfNumbered, pageQuery } from "../pages.js";
import { parseAtlas, renderAtlas, renderLocation } from "../resources/atlas.js";
import { atlasPatch, atlasPost, atlasRecord, locationRecord } from "../schemas/atlas.js";
import { idParams } from "../schemas/common.js";
import { inspectionErrors } from "./people.js";
import { requireResource, resourceRoutes } from "./resource.js";

const kind: Kind<"atlases"> = {
  type: "atlases",
  post: atlasPost,
  patch: atlasPatch,
  record: atlasRecord,
  uniqueName: true,
  respell: (body) => body,
  parse: parseAtlas,
  upstreamIds: () => [],
  render: renderAtlas,
};

export const atlasRoutes = (app: FastifyInstance, options: AppOptions): void => {
  resourceRoutes(app, kind, options);
  const db = options.db.kysely;
  const description =
    "In the order of the files of the last build, without rows that have no coordinates. At most 1,000; the header Link has the address of the next ones.";

  /** The locations of a page of these atlases. */
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    atlases: readonly Resource<"atlases">[],
  ): Promise<JsonObject[]> => {
    const lists = atlases.map(({ id, result }) => ({ id, count: result?.counts.locatable ?? 0 }));
    const found: JsonObject[] = [];
    for (const { id, after, most } of pageOfNumbered(request, reply, lists)) {
      const part = await options.inspect(request.account.id, "locations", { atlasId: id, after, most });
      found.push(...part.map((location) => renderLocation(id, location)));
    }
    return found;
  };

  app.get<{ Params: { id: string }; Querystring: PageQuery }>(
    "/atlases/:id/locations",
    {
      config: { permission: "look" },
      schema: {
        summary: "List the locations of an atlas",
        description,
        tags: ["atlases"],
        params: idParams,
        querystring: pageQuery,
        refuses: inspectionErrors,
        response: { 200: Type.Array(locationRecord) },
      },
    },
    async (request, reply) => {
      const atlas = await requireResource(db, request.account.id, "atlases", request.params.id);
      if (!atlas.result) throw refuse("result-not-ready", { type: singular.atlases, status: atlas.status });
      return answer(request as FastifyRequest, reply as FastifyReply, [atlas]);
    },
  );

  app.get<{ Querystring: PageQuery }>(
    "/locations",
    {
      config: { permission: "look" },
      schema: {
        summary: "List the locations of all atlases",
        description: `Those of the newest atlas first, without atlases that are archived. ${description}`,
        tags: ["atlases"],
        querystring: pageQuery,
        refuses: inspectionErrors,
        response: { 200: Type.Array(locationRecord) },
      },
    },
    async (request, reply) => {
      const all = await listResources(db, request.account.id, "atlases");
      const inUse = all.filter(({ archivedAt }) => archivedAt === null);
      return answer(request as FastifyRequest, reply as FastifyReply, inUse);
    },
  );
};
