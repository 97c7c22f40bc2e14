// Streams, found by ID, machine name or display name in any case. Datasets create the streams that they
// output to; a request can create one beforehand. The machine name is fixed, because configurations contain
// it; the display name can change.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { displayName, machineName, type StreamResult } from "../../domain/data/stream.js";
import { streamsOf } from "../../domain/data/stream-mapping.js";
import { changedFields } from "../../domain/resource/changed-fields.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { limits } from "../../domain/resource/limits.js";
import { isName, nameRule } from "../../domain/resource/name-rule.js";
import { type EpochMs, singular } from "../../domain/resource/resource.js";
import { shortened } from "../../domain/resource/short-text.js";
import { refuse } from "../../errors/refusal.js";
import {
  findResource,
  findStream,
  findStreams,
  insertNamed,
  listResources,
  markArchived,
  type Resource,
  removeResource,
  updateResource,
} from "../../store/resources.js";
import { audit } from "../audit.js";
import { change } from "../change.js";
import { checkIfMatch, sendVersion } from "../etag.js";
import { interfaceHeaders, readsNewest } from "../interface-version.js";
import type { AppOptions } from "../options.js";
import type { PageQuery } from "../pages.js";
import { type ResourceQuery, readReferenced } from "../referenced.js";
import { oneSpelling } from "../resources/record.js";
import {
  renderPeopleStates,
  renderRetention,
  renderStream,
  renderStreamAnalysis,
} from "../resources/stream.js";
import { renderTreatment, treatmentRequest, treatmentWorth } from "../resources/treatment.js";
import { listQuery } from "../schemas/common.js";
import { peopleStatesQuery, streamStates } from "../schemas/people-states.js";
import { streamRetention } from "../schemas/retention.js";
import { streamAnalysis, streamParams, streamPatch, streamRecord } from "../schemas/stream.js";
import { type TreatmentQuery, treatment, treatmentQuery } from "../schemas/treatment.js";
import { archivedRefusal, lifecycleRoutes } from "./archive.js";
import { inspectionErrors } from "./people.js";
import { listPage, subjectOf } from "./resource.js";

type ByStream = { Params: { stream: string } };
const tags = ["streams"];

export const streamRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db } = options;

  app.get<{ Querystring: { ids?: string[] } & PageQuery }>(
    "/streams",
    {
      config: { permission: "look" },
      schema: {
        summary: "List streams",
        description: "All of the account, newest first, including archived ones.",
        tags,
        headers: interfaceHeaders,
        querystring: listQuery,
        response: { 200: Type.Array(streamRecord) },
      },
    },
    async (request, reply) => {
      const isNewest = readsNewest(request, reply);
      return listPage(db, request, reply, "streams", (piece) =>
        render(db.kysely, request.account.id, piece, isNewest),
      );
    },
  );

  app.post<ByStream>(
    "/streams/:stream",
    {
      config: { answersAgain: true },
      schema: {
        operationId: "findOrCreateStream",
        summary: "Find or create a stream",
        description: "Finds a stream by name, or creates it before a dataset outputs to it.",
        tags,
        headers: interfaceHeaders,
        params: streamParams,
        refuses: ["name-invalid"],
        response: { 200: streamRecord },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      const stream = await change(options, account.id, async (trx, now) => {
        const known = await findTyped(trx, account.id, params.stream);
        await ensureStreams(trx, account.id, [known?.name ?? streamNameOf(params.stream)], now);
        const stream = await requireStream(trx, account.id, params.stream);
        const action = known === undefined ? "create" : known.archivedAt !== null ? "unarchive" : null;
        if (action) await audit(trx, request, { action, subject: subjectOf(stream) }, now);
        return stream;
      });
      return answer(db.kysely, request, reply, stream);
    },
  );

  app.get<ByStream>(
    "/streams/:stream",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read a stream",
        description: "Number of events and people, date range and properties.",
        tags,
        headers: interfaceHeaders,
        params: streamParams,
        response: { 200: streamRecord },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      const stream = await requireStream(db.kysely, account.id, params.stream);
      return answer(db.kysely, request, reply, stream);
    },
  );

  app.get<ByStream>(
    "/streams/:stream/analysis",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read a stream's analysis",
        description: "Events, people, properties and source datasets, from the last build.",
        tags,
        refuses: ["result-not-ready"],
        headers: interfaceHeaders,
        params: streamParams,
        response: { 200: streamAnalysis },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      const { name, result, status } = await requireStream(db.kysely, account.id, params.stream);
      if (!result) throw refuse("result-not-ready", { type: singular.streams, status });
      const referenced = await readReferenced(db.kysely, account.id, toShow(result));
      return renderStreamAnalysis(name, result, referenced, readsNewest(request, reply));
    },
  );

  app.get<ByStream>(
    "/streams/:stream/analysis/retention",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read who came again",
        description:
          "People by the month of their first event, and how many of them had another in each month after it. Counted when it is asked for, from the events of the last build.",
        tags,
        refuses: inspectionErrors,
        params: streamParams,
        response: { 200: streamRetention },
      },
    },
    async ({ account, params }) => {
      const { name, status } = await requireStream(db.kysely, account.id, params.stream);
      const months = await options.inspect(account.id, "retention", { stream: name });
      if (!months) throw refuse("result-not-ready", { type: singular.streams, status });
      return renderRetention(months);
    },
  );

  app.get<ByStream & { Querystring: { active_months?: number } }>(
    "/streams/:stream/analysis/states",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read who is active and who is lost",
        description:
          "How many people were new, active, cooling and lost at the end of each month, by how long ago their last event was. Counted when it is asked for, from the events of the last build. The newest month is not over.",
        tags,
        refuses: inspectionErrors,
        params: streamParams,
        querystring: peopleStatesQuery,
        response: { 200: streamStates },
      },
    },
    async ({ account, params, query }) => {
      const { name, status } = await requireStream(db.kysely, account.id, params.stream);
      const wanted = { stream: name, ...(query.active_months && { activeMonths: query.active_months }) };
      const states = await options.inspect(account.id, "people_states", wanted);
      if (!states) throw refuse("result-not-ready", { type: singular.streams, status });
      return renderPeopleStates(states);
    },
  );

  app.get<ByStream & { Querystring: TreatmentQuery }>(
    "/streams/:stream/analysis/treatment",
    {
      config: { permission: "look" },
      schema: {
        summary: "Test whether chance decided on contacts, and what they did",
        description:
          "Of a stream with an event for each contact: whether both groups look as chance would draw them, by one test over everything that was known before the first contact and, if " +
          "promised, over the split. Only if they do, it has what the contacts did and, with their cost, the profit, with 95 % intervals. Computed when it is asked for, from the events of the last build.",
        tags,
        refuses: [
          ...inspectionErrors,
          "treatment-arms-unclear",
          "treatment-worth-unclear",
          "treatment-cost-unknown",
          "treatment-stream-unbuilt",
          "treatment-without-contacts",
          "holdout-undated",
          "property-unknown",
        ],
        params: streamParams,
        querystring: treatmentQuery,
        response: { 200: treatment },
      },
    },
    async ({ account, params, query }) => {
      const { name } = await requireStream(db.kysely, account.id, params.stream);
      const worth = treatmentWorth(query);
      const found = await options.inspect(account.id, "treatment", treatmentRequest(name, query));
      return renderTreatment(found, worth);
    },
  );

  app.patch<ByStream & { Body: { name?: string | null; literate?: string | null } }>(
    "/streams/:stream",
    {
      schema: {
        summary: "Rename a stream",
        description:
          "Changes the display name; the machine name is fixed. null restores the default display name.",
        tags,
        headers: interfaceHeaders,
        params: streamParams,
        refuses: ["name-taken", "resource-archived", "changed-meanwhile", "spelling-conflict"],
        body: streamPatch,
        response: { 200: streamRecord },
      },
    },
    async (request, reply) => {
      const accountId = request.account.id;
      const stream = await change(options, accountId, async (trx, now) => {
        const before = await requireStream(trx, accountId, request.params.stream);
        checkIfMatch(request as FastifyRequest, before.version);
        if (before.archivedAt !== null) throw archivedRefusal(before);
        const { name } = oneSpelling(request.body, "name", "literate") as typeof request.body;
        const after = name === undefined ? before : await rename(trx, before, name, now);
        const changes = changedFields(before.config, after.config);
        await audit(
          trx,
          request as FastifyRequest,
          { action: "update", subject: subjectOf(after), changes },
          now,
        );
        return after;
      });
      return answer(db.kysely, request, reply, stream);
    },
  );

  app.delete<ByStream>(
    "/streams/:stream",
    {
      schema: {
        summary: "Delete a stream",
        description: "Only a stream that no dataset outputs to and no definition uses can be deleted.",
        tags,
        refuses: ["resource-in-use", "changed-meanwhile"],
        params: streamParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      await change(options, account.id, async (trx, now) => {
        const stream = await requireStream(trx, account.id, params.stream);
        checkIfMatch(request, stream.version);
        await checkNotOutput(trx, stream);
        await removeResource(trx, stream, now);
        await audit(trx, request, { action: "delete", subject: subjectOf(stream) }, now);
      });
      return reply.code(204).send();
    },
  );

  const living = {
    type: "streams",
    path: "/streams/:stream",
    params: streamParams,
    record: streamRecord,
    require: (trx: Kysely<Database>, { account, params }: FastifyRequest) =>
      requireStream(trx, account.id, (params as ByStream["Params"]).stream),
    answer: async (request: FastifyRequest, reply: FastifyReply, { id }: Resource) =>
      answer(db.kysely, request, reply, await requireStream(db.kysely, request.account.id, id)),
  } as const;
  lifecycleRoutes(app, living, options);
};

/** The machine name of a stream that does not exist yet. Refuses `name-invalid`. */
export const streamNameOf = (typed: string): string => {
  if (isName(typed)) return machineName(typed);
  const name = shortened(typed, limits.nameCharacters.is);
  throw refuse("name-invalid", { name, type: singular.streams, rule: nameRule.words });
};

/** Finds or creates the streams with these machine names, and unarchives them if necessary. */
export const ensureStreams = async (
  trx: Kysely<Database>,
  accountId: string,
  names: readonly string[],
  now: EpochMs,
): Promise<void> => {
  const found = await findStreams(trx, accountId, names);
  const archived = found.filter(({ archivedAt }) => archivedAt !== null).map(({ id }) => id);
  if (archived.length > 0) await markArchived(trx, archived, null, now);
  const known = new Set(found.map(({ name }) => name));
  const missing = [...new Set(names)].filter((name) => !known.has(name));
  await insertNamed(trx, { accountId, type: "streams", names: missing }, now);
};

const requireStream = async (
  db: Kysely<Database>,
  accountId: string,
  typed: string,
): Promise<Resource<"streams">> => {
  const stream = await findTyped(db, accountId, typed);
  if (!stream) throw refuse("resource-unknown", { type: singular.streams, id: typed });
  return stream;
};

/** The stream that a request names by its id, its machine name or its display name. */
export const findTyped = async (
  db: Kysely<Database>,
  accountId: string,
  typed: string,
): Promise<Resource<"streams"> | undefined> =>
  (await findResource(db, accountId, "streams", typed)) ??
  (await findStream(db, accountId, machineName(typed))) ??
  (await findShownAs(db, accountId, typed));

const findShownAs = async (
  db: Kysely<Database>,
  accountId: string,
  typed: string,
): Promise<Resource<"streams"> | undefined> =>
  (await listResources(db, accountId, "streams")).find(
    ({ config }) => config.display_name?.toLowerCase() === typed.trim().toLowerCase(),
  );

/** Refuses `name-taken` for a name that already finds another stream. */
const rename = async (
  trx: Kysely<Database>,
  stream: Resource<"streams">,
  shown: string | null,
  now: EpochMs,
): Promise<Resource<"streams">> => {
  const { accountId, name } = stream;
  const other = shown === null ? undefined : await findTyped(trx, accountId, shown);
  if (other && other.id !== stream.id) throw refuse("name-taken", { type: singular.streams, name: shown });
  const isMade = shown === null || shown === displayName(name);
  const config = isMade ? {} : { display_name: shown };
  return updateResource(trx, stream, { name, config, upstreamIds: [] }, now);
};

/** Datasets refer to streams by name, so the store does not know of this use. */
const checkNotOutput = async (
  db: Kysely<Database>,
  { accountId, name }: Resource<"streams">,
): Promise<void> => {
  const datasets = await listResources(db, accountId, "datasets");
  const users = datasets.filter(({ config }) => streamsOf(config.output_to_streams).includes(name));
  if (users.length > 0)
    throw refuse("resource-in-use", { users: users.map((dataset) => `dataset ${dataset.name}`).join(", ") });
};

const answer = async (
  db: Kysely<Database>,
  request: Pick<FastifyRequest, "headers">,
  reply: FastifyReply,
  stream: Resource<"streams">,
): Promise<FastifyReply> => {
  const [record] = await render(db, stream.accountId, [stream], readsNewest(request, reply));
  return sendVersion(reply, stream.version).send(record);
};

const render = async (
  db: Kysely<Database>,
  accountId: string,
  streams: readonly Resource<"streams">[],
  isNewest: boolean,
): Promise<JsonObject[]> => {
  const referenced = await readReferenced(db, accountId, ...streams.map(({ result }) => toShow(result)));
  return streams.map((stream) => renderStream(stream, referenced, isNewest));
};

/** The datasets that emit properties know their source columns, and those that emit events their dates. */
const toShow = (result: StreamResult | null): ResourceQuery => ({
  ids: [
    ...Object.values(result?.properties ?? {}).flatMap(({ emitted_by_datasets }) => emitted_by_datasets),
    ...Object.keys(result?.event_contribution_by_dataset ?? {}),
  ],
});
