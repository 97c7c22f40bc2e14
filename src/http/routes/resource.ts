// Operations of every kind of resource: create, list, read, change, delete. One transaction checks a change
// against the account's other resources, records it and plans the builds; the answer is read back from the
// record.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Db } from "../../db/connection.js";
import { ReadCache } from "../../db/read-cache.js";
import type { Database } from "../../db/schema.js";
import { may } from "../../domain/account/role.js";
import type { ConfigOf } from "../../domain/kinds/kinds.js";
import { changedFields } from "../../domain/resource/changed-fields.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { Maker } from "../../domain/resource/ownership.js";
import { type EpochMs, type ResourceType, singular } from "../../domain/resource/resource.js";
import type { ErrorCode } from "../../errors/catalogue.js";
import { refuse } from "../../errors/refusal.js";
import {
  findResource,
  insertResource,
  listPositions,
  listResources,
  type Resource,
  removeResource,
  updateResource,
} from "../../store/resources.js";
import { withArticle } from "../../words/plural.js";
import { audit } from "../audit.js";
import { change } from "../change.js";
import { checkIfMatch, sendVersion } from "../etag.js";
import { mergePatch } from "../json.js";
import type { Draft, Kind, RenderInput } from "../kind.js";
import { linkTerms, makeLinks } from "../links.js";
import { madeInPieces } from "../list-turns.js";
import { maskedFor } from "../masking.js";
import { newerFilesFor } from "../newer-files.js";
import type { AppOptions } from "../options.js";
import { type PageQuery, pageOf } from "../pages.js";
import { type ReferencedResources, readReferenced, referencedReader } from "../referenced.js";
import { checkPatterns } from "../resources/patterns.js";
import { idParams, listQuery } from "../schemas/common.js";
import { archivedRefusal, lifecycleRoutes } from "./archive.js";

type ById = { Params: { id: string } };
type Listed = { Querystring: { ids?: string[] } & PageQuery };
type Written = { Body: JsonObject };

/** Errors of writing a resource of any kind. */
const writeErrors: ErrorCode[] = ["spelling-conflict", "reference-unknown", "resource-archived"];

export const resourceRoutes = <T extends ResourceType>(
  app: FastifyInstance,
  kind: Kind<T>,
  options: AppOptions,
): void => {
  const { db } = options;
  const { type, isBuilt = true, changedBy: permission = "edit" } = kind;
  const path = `/${type}`;
  const tags = [type];
  const one = singular[type];
  const refuses = [
    ...writeErrors,
    ...(kind.uniqueName ? (["name-taken"] as const) : []),
    ...(kind.refuses ?? []),
  ];

  const create = async (request: FastifyRequest<Written>): Promise<string> => {
    const accountId = request.account.id;
    const draft = kind.parse(mergePatch({}, kind.respell(request.body)));
    await checkPatterns(request.body, options.inspect, accountId);
    const made = await change(options, accountId, (trx, now) =>
      createResource(trx, request as FastifyRequest, kind, draft, now),
    );
    return made.id;
  };

  app.post<Written>(
    path,
    {
      config: { answersAgain: true, permission },
      schema: {
        summary: `Create ${withArticle(one)}`,
        description: isBuilt
          ? "It is built in the background once its inputs are ready; the answer does not wait for the build."
          : "It needs no build: it is ready once people have it.",
        tags,
        refuses,
        body: kind.post,
        response: { 201: kind.record },
      },
    },
    async (request, reply) => {
      const id = request.idempotency?.changedId ?? (await create(request as FastifyRequest<Written>));
      return answerRecord(request, reply.code(201), kind, options, id);
    },
  );

  app.get<Listed>(
    path,
    {
      config: { permission: "look" },
      schema: {
        summary: `List ${type.replaceAll("_", " ")}`,
        description: "All of the account, newest first, including archived ones.",
        tags,
        querystring: listQuery,
        response: { 200: Type.Array(kind.record) },
      },
    },
    async (request, reply) => {
      const read = referencedReader(db.kysely, request.account.id);
      return listPage(db, request, reply, type, (piece) => render(request, kind, options, piece, read));
    },
  );

  app.get<ById>(
    `${path}/:id`,
    {
      config: { permission: "look" },
      schema: {
        summary: `Read ${withArticle(one)}`,
        description: "Its configuration, the result of its last build, and the progress of the next.",
        tags,
        params: idParams,
        response: { 200: kind.record },
      },
    },
    (request, reply) => answerRecord(request, reply, kind, options, request.params.id),
  );

  app.patch<ById & Written>(
    `${path}/:id`,
    {
      config: { permission },
      schema: {
        summary: `Change ${withArticle(one)}`,
        description: `JSON merge patch: absent fields keep their value, null clears a field. ${
          isBuilt ? "It is rebuilt" : "Whatever depends on it is rebuilt"
        } if the change makes a difference.`,
        tags,
        params: idParams,
        refuses: [...refuses, "changed-meanwhile"],
        body: kind.patch,
        response: { 200: kind.record },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const accountId = request.account.id;
      await checkPatterns(request.body, options.inspect, accountId);
      await change(options, accountId, async (trx, now) => {
        const before = await requireResource(trx, accountId, type, id);
        checkIfMatch(request, before.version);
        if (before.archivedAt !== null) throw archivedRefusal(before);
        const kept: JsonObject = { name: before.name, ...before.config };
        const draft = kind.parse(mergePatch(kept, kind.respell(request.body)));
        await kind.checkChange?.(before, draft, trx);
        const prepared = await prepare(trx, kind, accountId, draft.config, now);
        await updateResource(trx, before, { ...draft, ...prepared }, now);
        const changes = changedFields(kept, { name: draft.name, ...prepared.config });
        await audit(
          trx,
          request as FastifyRequest,
          { action: "update", subject: subjectOf(before), changes },
          now,
        );
      });
      return answerRecord(request, reply, kind, options, id);
    },
  );

  app.delete<ById>(
    `${path}/:id`,
    {
      config: { permission },
      schema: {
        summary: `Delete ${withArticle(one)}`,
        description:
          "Deletes it with its results. Whatever uses it must be deleted or changed first; the error lists it.",
        tags,
        refuses: ["resource-in-use", "changed-meanwhile"],
        params: idParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const accountId = request.account.id;
      await change(options, accountId, async (trx, now) => {
        const resource = await requireResource(trx, accountId, type, request.params.id);
        checkIfMatch(request, resource.version);
        await kind.checkRemoval?.(trx, resource);
        await removeResource(trx, resource as Resource, now);
        await audit(trx, request as FastifyRequest, { action: "delete", subject: subjectOf(resource) }, now);
      });
      return reply.code(204).send();
    },
  );

  const living = {
    type,
    permission,
    path: `${path}/:id`,
    params: idParams,
    record: kind.record,
    require: (trx: Kysely<Database>, { account, params }: FastifyRequest) =>
      requireResource(trx, account.id, type, (params as ById["Params"]).id) as Promise<Resource>,
    answer: (request: FastifyRequest, reply: FastifyReply, { id }: Resource) =>
      answerRecord(request, reply, kind, options, id),
  };
  const { builtWith } = kind;
  lifecycleRoutes(
    app,
    {
      ...living,
      ...(builtWith && {
        builtWith: (trx: Kysely<Database>, resource: Resource) => builtWith(trx, resource as Resource<T>),
      }),
    },
    options,
  );
};

/** In the transaction of a change: checks what the draft refers to, stores it, and writes the audit entry. */
export const createResource = async <T extends ResourceType>(
  trx: Kysely<Database>,
  request: FastifyRequest,
  kind: Kind<T>,
  draft: Draft<T>,
  now: EpochMs,
): Promise<Resource<T>> => {
  const { type, uniqueName } = kind;
  const accountId = request.account.id;
  const prepared = await prepare(trx, kind, accountId, draft.config, now);
  const madeBy = makerOf(request);
  const made = await insertResource(trx, { accountId, type, ...draft, ...prepared, uniqueName, madeBy }, now);
  await kind.checkUse?.(trx, accountId, made.id);
  await audit(trx, request, { action: "create", subject: subjectOf(made) }, now);
  return made;
};

/** Undefined for whoever is neither a user nor a key. */
export const makerOf = ({ actor: { type, name } }: Pick<FastifyRequest, "actor">): Maker | undefined =>
  (type === "key" || type === "session") && name !== undefined ? { type, name } : undefined;

type Subject = { type: ResourceType; id: string; name: string };

/** For the audit log. */
export const subjectOf = ({ type, id, name }: Subject): Subject => ({ type, id, name });

/** The records of the requested page, or all. A resource that is deleted meanwhile is left out. */
export const listPage = async <T extends ResourceType>(
  db: Db,
  request: FastifyRequest<Listed>,
  reply: FastifyReply,
  type: T,
  render: (resources: readonly Resource<T>[]) => Promise<JsonObject[]>,
): Promise<JsonObject[]> => {
  const { account, query } = request;
  const positions = await listPositions(db.kysely, account.id, type, query.ids);
  const page = pageOf(request as FastifyRequest, reply, positions, (position) => position);
  const ids = page.map(({ id }) => id);
  return madeInPieces({ db, accountId: account.id, reply }, ids, async (piece) =>
    render(await listResources(db.kysely, account.id, type, piece)),
  );
};

/** Throws `resource-unknown`, also for a resource of another account. */
export const requireResource = async <T extends ResourceType>(
  db: Kysely<Database>,
  accountId: string,
  type: T,
  id: string,
): Promise<Resource<T>> => {
  const resource = await findResource(db, accountId, type, id);
  if (!resource) throw refuse("resource-unknown", { type: singular[type], id });
  return resource;
};

/** The configuration to store and the IDs that it refers to. */
const prepare = async <T extends ResourceType>(
  trx: Kysely<Database>,
  kind: Kind<T>,
  accountId: string,
  written: ConfigOf<T>,
  now: EpochMs,
): Promise<{ config: ConfigOf<T>; upstreamIds: string[] }> => {
  const config = (await kind.beforeSave?.(trx, accountId, written, now)) ?? written;
  const referenced = await readReferenced(trx, accountId, kind.toCheck?.(config) ?? {});
  return { config, upstreamIds: kind.upstreamIds(config, referenced) };
};

export const answerRecord = async <T extends ResourceType>(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Kind<T>,
  options: AppOptions,
  id: string,
): Promise<FastifyReply> => {
  const { base, expires } = linkTerms(request, options);
  const accountId = request.account.id;
  const { version, text } = await knownAnswers(options.db).get(
    [accountId, kind.type, id, base, expires, may(request.role, "read")].join(" "),
    async () => {
      const resource = await requireResource(options.db.kysely, accountId, kind.type, id);
      const [record] = await render(request, kind, options, [resource]);
      return {
        version: resource.version,
        text: JSON.stringify(maskedFor(request.role, record, kind.record)),
      };
    },
  );
  return sendVersion(reply, version).type("application/json; charset=utf-8").send(text);
};

interface RecordAnswer {
  version: number;
  text: string;
}

/** Records have some kilobytes, and seldom a hundred. */
const keptAnswers = 200;
const answersOf = new WeakMap<Db, ReadCache<RecordAnswer>>();

/**
 * The records that were read since the last commit: many clients ask for one again and again until its build
 * is done.
 */
const knownAnswers = (db: Db): ReadCache<RecordAnswer> => {
  const known = answersOf.get(db) ?? new ReadCache<RecordAnswer>(db, keptAnswers);
  answersOf.set(db, known);
  return known;
};

const render = async <T extends ResourceType>(
  request: FastifyRequest,
  kind: Kind<T>,
  options: AppOptions,
  resources: readonly Resource<T>[],
  read = referencedReader(options.db.kysely, request.account.id),
): Promise<JsonObject[]> => {
  const referenced = await read(...resources.map((resource) => kind.toRender?.(resource) ?? {}));
  const shown = await renderInput(request, options, { referenced, resources });
  return resources.map((resource) => kind.render(resource, shown));
};

/** Input from which the records of these resources are rendered. */
export const renderInput = async <T extends ResourceType>(
  request: FastifyRequest,
  options: AppOptions,
  { referenced, resources }: { referenced: ReferencedResources; resources: readonly Resource<T>[] },
): Promise<RenderInput> => ({
  referenced,
  newer: await newerFilesFor(options.db.kysely, request.account.id, resources),
  links: await makeLinks(request, options),
});
