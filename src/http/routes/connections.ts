// Connections, and the datasets and targets that use them.

import { type Static, type TSchema, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { canonicalType } from "../../domain/data/connection.js";
import type { Secret } from "../../domain/data/connections/descriptor.js";
import {
  type ConnectionType,
  connectionTypes,
  descriptorOf,
} from "../../domain/data/connections/registry.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { refuse } from "../../errors/refusal.js";
import { type Resource, updateResource } from "../../store/resources.js";
import { sealingKey } from "../../store/secrets.js";
import { audit } from "../audit.js";
import { change } from "../change.js";
import { checkIfMatch } from "../etag.js";
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
import { newSecret } from "../resources/connection-secret.js";
import { renderDataset } from "../resources/dataset.js";
import { renderTarget } from "../resources/target.js";
import { idParams } from "../schemas/common.js";
import { connectionPatch, connectionPost, connectionRecord, credentialsPost } from "../schemas/connection.js";
import { datasetRecord } from "../schemas/dataset.js";
import { targetRecord } from "../schemas/target.js";
import { archivedRefusal } from "./archive.js";
import { answerRecord, renderInput, requireResource, resourceRoutes, subjectOf } from "./resource.js";

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
  rotateRoute(app, options);
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

const rotateRoute = (app: FastifyInstance, options: AppOptions): void => {
  const kind = kindOf(options);
  app.post<{ Params: { id: string }; Body: Static<typeof credentialsPost> & JsonObject }>(
    "/connections/:id/rotate_credentials",
    {
      config: { permission: "administer" },
      schema: {
        summary: "Replace the credentials of a connection",
        description:
          "The new secret takes the place of the old one, which is forgotten, and the connection is tried. Without a secret, a connection of Snowflake gets a new pair of keys: " +
          "give rsa_public_key of the answer to its user. The server must know the new secret: it is not told.",
        tags: ["connections"],
        params: idParams,
        refuses: ["resource-archived", "changed-meanwhile"],
        body: credentialsPost,
        response: { 200: connectionRecord },
      },
    },
    async (request, reply) => {
      const { account, params, body } = request;
      const made = await newSecret(secretOf(String(canonicalType(body.type)))?.form);
      await change(options, account.id, async (trx, now) => {
        const before = await requireResource(trx, account.id, "connections", params.id);
        checkIfMatch(request as FastifyRequest, before.version);
        if (before.archivedAt !== null) throw archivedRefusal(before);
        const { config } = kind.parse(withNewSecret(before, body, made));
        await updateResource(trx, before, { name: before.name, config, upstreamIds: [] }, now);
        const subject = subjectOf(before);
        await audit(trx, request as FastifyRequest, { action: "rotate_secret", subject }, now);
      });
      return answerRecord(request as FastifyRequest, reply as FastifyReply, kind, options, params.id);
    },
  );
};

const secretOf = (type: string): Secret | undefined =>
  connectionTypes.some((known) => known === type) ? descriptorOf(type as ConnectionType).secret : undefined;

/** The connection as it would be written with its new secret. Refuses `body-invalid` for those of another type. */
const withNewSecret = (
  { name, config: { options: written } }: Resource<"connections">,
  { type, ...secrets }: JsonObject,
  made: string | undefined,
): JsonObject => {
  const { sealed_password: _replaced, ...options } = written;
  if (canonicalType(type) !== options.type)
    throw refuse("body-invalid", { detail: `type is not that of the connection, ${options.type}` });
  const { name: field } = descriptorOf(options.type).secret;
  const own = secrets[field] ?? made;
  return { name, options: { ...options, ...secrets, ...(own !== undefined && { [field]: own }) } };
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
