// Streams are found by id, by machine name or by display name, in any case. They are made by the datasets that output to
// them, or beforehand by name.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { type EpochMs, singular } from "../../domain/resource.js";
import { machineName } from "../../domain/stream.js";
import { refuse } from "../../errors/refusal.js";
import {
  findResource,
  findStream,
  insertResource,
  listResources,
  type Resource,
  removeResource,
} from "../../store/resources.js";
import { change } from "../change.js";
import type { JsonObject } from "../json.js";
import { readNeighbours } from "../neighbours.js";
import type { AppOptions } from "../options.js";
import { renderStream } from "../render/stream.js";
import { listQuery } from "../schemas/common.js";
import { streamParams, streamRecord } from "../schemas/stream.js";

type ByStream = { Params: { stream: string } };
const tags = ["streams"];

export const streamRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db } = options;

  app.get<{ Querystring: { ids?: string[] } }>(
    "/streams",
    {
      schema: {
        summary: "List streams, newest first",
        tags,
        querystring: listQuery,
        response: { 200: Type.Array(streamRecord) },
      },
    },
    async ({ account, query }) =>
      render(db.kysely, account.id, await listResources(db.kysely, account.id, "streams", query.ids)),
  );

  app.post<ByStream>(
    "/streams/:stream",
    {
      schema: {
        summary: "Find or create the stream of a name",
        tags,
        params: streamParams,
        response: { 200: streamRecord },
      },
    },
    async ({ account, params }) => {
      await change(options, account.id, (trx, now) =>
        ensureStream(trx, account.id, machineName(params.stream), now),
      );
      return renderOne(db.kysely, account.id, params.stream);
    },
  );

  app.get<ByStream>(
    "/streams/:stream",
    { schema: { summary: "Read a stream", tags, params: streamParams, response: { 200: streamRecord } } },
    ({ account, params }) => renderOne(db.kysely, account.id, params.stream),
  );

  app.delete<ByStream>(
    "/streams/:stream",
    {
      schema: {
        summary: "Delete a stream that nothing uses",
        tags,
        params: streamParams,
        response: { 204: Type.Null() },
      },
    },
    async ({ account, params }, reply) => {
      await change(options, account.id, async (trx) => {
        const stream = await requireStream(trx, account.id, params.stream);
        await checkNotOutput(trx, stream);
        await removeResource(trx, stream);
      });
      return reply.code(204).send();
    },
  );
};

/** Finds or creates the stream of a machine name. */
export const ensureStream = async (
  trx: Kysely<Database>,
  accountId: string,
  name: string,
  now: EpochMs,
): Promise<void> => {
  if (await findStream(trx, accountId, name)) return;
  const stream = { accountId, type: "streams", name, config: {}, upstreamIds: [], uniqueName: true } as const;
  await insertResource(trx, stream, now);
};

const requireStream = async (
  db: Kysely<Database>,
  accountId: string,
  typed: string,
): Promise<Resource<"streams">> => {
  const stream =
    (await findResource(db, accountId, "streams", typed)) ??
    (await findStream(db, accountId, machineName(typed)));
  if (!stream) throw refuse("resource-unknown", { type: singular.streams, id: typed });
  return stream;
};

/** A dataset names its streams and does not refer to their ids, so the store does not know of this use. */
const checkNotOutput = async (
  db: Kysely<Database>,
  { accountId, name }: Resource<"streams">,
): Promise<void> => {
  const datasets = await listResources(db, accountId, "datasets");
  const users = datasets.filter(({ config }) => name in config.output_to_streams);
  if (users.length > 0)
    throw refuse("resource-in-use", { users: users.map((dataset) => `dataset ${dataset.name}`).join(", ") });
};

const renderOne = async (db: Kysely<Database>, accountId: string, typed: string): Promise<JsonObject> => {
  const [record] = await render(db, accountId, [await requireStream(db, accountId, typed)]);
  return record!;
};

const render = async (
  db: Kysely<Database>,
  accountId: string,
  streams: readonly Resource<"streams">[],
): Promise<JsonObject[]> => {
  const neighbours = await readNeighbours(db, accountId, ["datasets"]);
  return streams.map((stream) => renderStream(stream, neighbours));
};
