// Replays of a pipeline: created with their dates, built behind everything else, and deleted with the pipeline.

import path from "node:path";
import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { mediaTypeOf } from "../../delivery/media-type.js";
import { asOfName, type ReplayedDate, type ReplayMode } from "../../domain/pipeline/replay.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { limits } from "../../domain/resource/limits.js";
import { type EpochMs, singular } from "../../domain/resource/resource.js";
import { Refusal, refuse } from "../../errors/refusal.js";
import {
  findResource,
  insertResource,
  listReplays,
  listResources,
  type Resource,
  removeResource,
} from "../../store/resources.js";
import { listUploads } from "../../store/uploads.js";
import { counted } from "../../words/plural.js";
import { audit, auditRead } from "../audit.js";
import { change } from "../change.js";
import { csvFile, hostedFile } from "../file-format.js";
import { makeLinks } from "../links.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery } from "../pages.js";
import { isoMs } from "../resources/record.js";
import { renderReplay } from "../resources/replay.js";
import { idParams } from "../schemas/common.js";
import {
  replayFileQuery,
  replayParams,
  replayPeopleQuery,
  replayPost,
  replayRecord,
} from "../schemas/replay.js";
import { sendFile } from "../send-file.js";
import { makerOf, requireResource, subjectOf } from "./resource.js";

const tags = ["replays"];
type OfScope = { Params: { id: string } };
type ReplayBody = { dates: string[]; by?: ReplayMode };
type OfReplay = { Params: { id: string; replay_id: string } };

export const replayRoutes = async (app: FastifyInstance, options: AppOptions): Promise<void> => {
  const { db } = options;
  const shown = async (request: FastifyRequest, replay: Resource<"replays">): Promise<JsonObject> =>
    renderReplay(replay, await makeLinks(request, options));
  const required = ({ account, params }: FastifyRequest<OfReplay>) =>
    requireReplay(db.kysely, account.id, params);

  const create = (request: FastifyRequest<OfScope & { Body: ReplayBody }>): Promise<string> => {
    const { account, params, body } = request;
    const dates = parseDates(body.dates, options.clock());
    return change(options, account.id, async (trx, now) => {
      const scope = await requireResource(trx, account.id, "scopes", params.id);
      const by = await modeOf(trx, account.id, dates, body.by);
      const kept = await listReplays(trx, account.id, scope.id);
      const { is: most } = limits.replaysOfScope;
      if (kept.length >= most) throw refuse("replays-too-many", { most });
      const name = `${scope.name}, ${by === "events" ? "as of " : ""}${counted(dates.length, "date")}`;
      const config = {
        scope_id: scope.id,
        ...(by === "events" && { by }),
        dates: dates.map(({ at }) => at),
      };
      const draft = { accountId: account.id, name, config, upstreamIds: [], uniqueName: false };
      const replay = await insertResource(
        trx,
        { ...draft, type: "replays", madeBy: makerOf(request as FastifyRequest) },
        now,
      );
      await audit(trx, request as FastifyRequest, { action: "create", subject: subjectOf(replay) }, now);
      return replay.id;
    });
  };

  app.post<OfScope & { Body: ReplayBody }>(
    "/scopes/:id/replays",
    {
      config: { answersAgain: true },
      schema: {
        summary: "Replay a pipeline at past dates",
        description:
          "Makes the files again that the pipeline would have delivered at each date, of the uploads that had arrived by then, or of the events " +
          "that had happened, with the model of then, and looks up what these people have done since. Definitions are those of today. Replays are built behind all other " +
          "builds, change no result, and are made again if people ask to be left out.",
        operationId: "createReplay",
        tags,
        params: idParams,
        body: replayPost,
        refuses: [
          "replay-date-unreadable",
          "replay-date-future",
          "replay-date-empty",
          "replay-of-table",
          "replays-too-many",
        ],
        response: { 201: replayRecord },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      const made = request.idempotency?.changedId ?? (await create(request));
      const replay = await requireReplay(db.kysely, account.id, { id: params.id, replay_id: made });
      return reply.code(201).send(await shown(request as FastifyRequest, replay));
    },
  );

  app.get<OfScope>(
    "/scopes/:id/replays",
    {
      config: { permission: "look" },
      schema: {
        summary: "List the replays of a pipeline",
        description: "Full records, newest first.",
        operationId: "listReplays",
        tags,
        params: idParams,
        querystring: pageQuery,
        response: { 200: Type.Array(replayRecord) },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      const scope = await requireResource(db.kysely, account.id, "scopes", params.id);
      const listed = await listReplays(db.kysely, account.id, scope.id);
      const page = pageOf(request as FastifyRequest, reply, listed, ({ id, createdAt: at }) => ({ id, at }));
      return Promise.all(page.map((replay) => shown(request as FastifyRequest, replay)));
    },
  );

  app.get<OfReplay>(
    "/scopes/:id/replays/:replay_id",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read a replay",
        description:
          "Its dates, its progress and, once it is ready, the files of each date with what people have done since.",
        operationId: "getReplay",
        tags,
        params: replayParams,
        response: { 200: replayRecord },
      },
    },
    async (request) => shown(request as FastifyRequest, await required(request as FastifyRequest<OfReplay>)),
  );

  app.delete<OfReplay>(
    "/scopes/:id/replays/:replay_id",
    {
      schema: {
        summary: "Delete a replay",
        description: "Deletes it with its files. A replay that is being made is stopped.",
        operationId: "deleteReplay",
        tags,
        params: replayParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      await change(options, account.id, async (trx, now) => {
        const replay = await requireReplay(trx, account.id, params);
        await removeResource(trx, replay, now);
        await audit(trx, request as FastifyRequest, { action: "delete", subject: subjectOf(replay) }, now);
      });
      return reply.code(204).send();
    },
  );

  app.get<OfReplay & { Querystring: { date: string; target_id: string } }>(
    "/scopes/:id/replays/:replay_id/download.csv",
    {
      schema: {
        summary: "Download a file of a replay",
        description: "The file as the target would have delivered it at the date.",
        operationId: "downloadReplay",
        tags,
        params: replayParams,
        querystring: replayFileQuery,
        refuses: ["result-not-ready", "replay-date-unreadable", "replay-file-unknown", "result-damaged"],
        response: { 200: hostedFile },
      },
    },
    async (request, reply) => {
      const replay = await required(request as FastifyRequest<OfReplay>);
      const { date, target_id } = request.query;
      const found = dateOf(replay, date)?.files.find((file) => file.target_id === target_id);
      return send(request as FastifyRequest, reply, options, replay, found?.path ?? null);
    },
  );

  app.get<OfReplay & { Querystring: { date: string } }>(
    "/scopes/:id/replays/:replay_id/people.csv",
    {
      schema: {
        summary: "Download what the people of a replay did",
        description:
          "One row per person of the population of then: person_id, and for each outcome the probability, the percentile, and attained: 1 if " +
          "the person reached the goal within the horizon, 0 if not, empty where it is not known.",
        operationId: "downloadReplayPeople",
        tags,
        params: replayParams,
        querystring: replayPeopleQuery,
        refuses: ["result-not-ready", "replay-date-unreadable", "replay-file-unknown", "result-damaged"],
        response: { 200: csvFile },
      },
    },
    async (request, reply) => {
      const replay = await required(request as FastifyRequest<OfReplay>);
      const found = dateOf(replay, request.query.date);
      return send(request as FastifyRequest, reply, options, replay, found?.people_file ?? null);
    },
  );
};

interface WrittenDate {
  index: number;
  written: string;
  at: EpochMs;
}

/** Ascending and distinct. Refuses `replay-date-unreadable` and `replay-date-future`. */
const parseDates = (written: readonly string[], now: EpochMs): WrittenDate[] => {
  const dates = written.map((text, index) => ({
    index,
    written: text,
    at: parseDate(text, `dates.${index}`),
  }));
  const future = dates.find(({ at }) => at > now);
  if (future) throw refuse("replay-date-future", { index: future.index, date: future.written });
  const distinct = dates.filter(({ at, index }) => dates.findIndex((other) => other.at === at) === index);
  return distinct.sort((a, b) => a.at - b.at);
};

/** A day stands for its beginning in UTC, and so does a time without a zone for one in UTC. */
const parseDate = (text: string, field: string): EpochMs => {
  const [, day, time, zone] = /^(\d{4}-\d{2}-\d{2})(?:T([0-9:.]+)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ?? [];
  const at = Date.parse(`${day}T${time ?? "00:00:00"}${zone ?? "Z"}`);
  if (Number.isNaN(at)) throw refuse("replay-date-unreadable", { field, date: text });
  return at;
};

/** By events where nobody can say what had arrived. Refuses what `requireReplayable` does if that is asked for. */
const modeOf = async (
  trx: Kysely<Database>,
  accountId: string,
  dates: readonly WrittenDate[],
  wanted: ReplayMode | undefined,
): Promise<ReplayMode> => {
  if (wanted === "events") return wanted;
  try {
    await requireReplayable(trx, accountId, dates);
    return "arrivals";
  } catch (cause) {
    if (wanted === undefined && cause instanceof Refusal) return "events";
    throw cause;
  }
};

/** Refuses `replay-of-table` and `replay-date-empty`. */
const requireReplayable = async (
  trx: Kysely<Database>,
  accountId: string,
  dates: readonly WrittenDate[],
): Promise<void> => {
  const datasets = (await listResources(trx, accountId, "datasets")).filter(
    ({ config, archivedAt }) => archivedAt === null && config.preview !== true,
  );
  const table = datasets.find(
    ({ config: { options } }) => options.type !== "hosted_csv" && options.type !== "merge",
  );
  if (table) throw refuse("replay-of-table", { dataset: table.name });
  const first = (await listUploads(trx, accountId)).at(-1);
  const empty = dates.find(({ at }) => first === undefined || first.created_at >= at);
  if (!empty) return;
  const said = first
    ? `The first stored upload arrived at ${isoMs(first.created_at)}: choose a later moment.`
    : "Upload data first.";
  throw refuse("replay-date-empty", { index: empty.index, date: empty.written, first: said });
};

/** Refuses `resource-unknown`. */
const requireReplay = async (
  db: Kysely<Database>,
  accountId: string,
  { id, replay_id }: OfReplay["Params"],
): Promise<Resource<"replays">> => {
  const scope = await requireResource(db, accountId, "scopes", id);
  const found = await findResource(db, accountId, "replays", replay_id);
  if (found?.config.scope_id !== scope.id)
    throw refuse("resource-unknown", { type: singular.replays, id: replay_id });
  return found;
};

/** Refuses `result-not-ready`. */
const dateOf = ({ result, status }: Resource<"replays">, date: string): ReplayedDate | undefined => {
  if (!result) throw refuse("result-not-ready", { type: singular.replays, status });
  const wanted = parseDate(date, "date");
  return result.dates.find(({ at }) => at === wanted);
};

/** The date of one of the replay's files. */
const atOf = ({ result }: Resource<"replays">, file: string): EpochMs =>
  result!.dates.find(
    ({ files, people_file }) => people_file === file || files.some((each) => each.path === file),
  )!.at;

/** Refuses `replay-file-unknown` for null. */
const send = async (
  request: FastifyRequest,
  reply: FastifyReply,
  options: AppOptions,
  replay: Resource<"replays">,
  file: string | null,
): Promise<FastifyReply> => {
  const { id, accountId, config, result, resultDir, resultFiles, lastUpdatedOutputAt } = replay;
  const expected = resultFiles.find(({ path: name }) => name === file);
  if (file === null || !expected) {
    const files = result!.dates.flatMap((date) =>
      date.files.flatMap((each) => (each.path === null ? [] : [`${isoMs(date.at)} ${each.target_id}`])),
    );
    throw refuse("replay-file-unknown", { files: files.join(", ") || "none" });
  }
  await auditRead(request, { action: "download", subject: subjectOf(replay), accountId }, options.clock());
  return sendFile(request, reply, options, {
    owner: { of: "result", resourceId: id, resultDir: resultDir! },
    path: path.join(resultDir!, file),
    expected,
    modifiedMs: lastUpdatedOutputAt ?? 0,
    contentType: mediaTypeOf(file),
    downloadName:
      config.by === "events" ? asOfName(path.basename(file), atOf(replay, file)) : path.basename(file),
  });
};
