// Connections, and the datasets and targets that use them.

import { type TSchema, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JsonObject } from "../../domain/resource/json.js";
import type { Resource } from "../../store/resources.js";
import { sealingKey } from "../../store/secrets.js";
import type { Kind, RenderInput } from "../kind.js";
import { madeInTurn } from "../list-turns.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery } from "../pages.js";
import { readReferenced } from "../referenced.js";
import {
  checkConnectionChange,
  parseConnection,
  renderConnection,
  respellConnection,
} from "../resources/connection.js";
import { renderDataset } from "../resources/dataset.js";
import { renderTarget } from "../resources/target.js";
import { idParams } from "../schemas/common.js";
import { connectionPatch, connectionPost, connectionRecord } from "../schemas/connection.js";
import { datasetRecord } from "../schemas/dataset.js";
import { targetRecord } from "../schemas/target.js";
import { renderInput, requireResource, resourceRoutes } from "./resource.js";

const kindOf = ({ dataDir, webhooks, isTlsRequired }: AppOptions): Kind<"connections"> => ({
  type: "connections",
  post: connectionPost,
  patch: connectionPatch,
  record: connectionRecord,
  refuses: ["connection-type-unsupported", "connection-address-forbidden", "connection-tls-required"],
  uniqueName: false,
  changedBy: "administer",
  respell: respellConnection,
  checkChange: checkConnectionChange,
  parse: parseConnection(() => sealingKey(dataDir), webhooks.privateAddresses, isTlsRequired ?? false),
  upstreamIds: () => [],
  render: renderConnection,
});

type Using = "datasets" | "targets";
type Render<T extends Using> = (resource: Resource<T>, shown: RenderInput) => JsonObject;

export const connectionRoutes = async (app: FastifyInstance, options: AppOptions): Promise<void> => {
  resourceRoutes(app, kindOf(options), options);
  serveUsers(
    app,
    options,
    "datasets",
    datasetRecord,
    "List the datasets that read from a connection",
    renderDataset,
  );
  serveUsers(
    app,
    options,
    "targets",
    targetRecord,
    "List the targets that write to a connection",
    renderTarget,
  );
};

const serveUsers = <T extends Using>(
  app: FastifyInstance,
  options: AppOptions,
  type: T,
  record: TSchema,
  summary: string,
  render: Render<T>,
): void => {
  const db = options.db.kysely;
  app.get<{ Params: { id: string } }>(
    `/connections/:id/${type}`,
    {
      config: { permission: "look" },
      schema: {
        summary,
        description: "Full records, newest first.",
        tags: ["connections"],
        params: idParams,
        querystring: pageQuery,
        response: { 200: Type.Array(record) },
      },
    },
    async (request, reply) => {
      const { id } = await requireResource(db, request.account.id, "connections", request.params.id);
      return madeInTurn(
        { db: options.db, accountId: request.account.id, reply: reply as FastifyReply },
        async () => {
          const referenced = await readReferenced(db, request.account.id, {
            all: [type, "streams", "people"],
          });
          const users = referenced.all(type).filter(({ config }) => config.connection_id === id);
          const page = pageOf(request as FastifyRequest, reply, users, ({ id: userId, createdAt: at }) => ({
            id: userId,
            at,
          }));
          const shown = await renderInput(request as FastifyRequest, options, {
            referenced,
            resources: page,
          });
          return page.map((resource) => render(resource, shown));
        },
      );
    },
  );
};
