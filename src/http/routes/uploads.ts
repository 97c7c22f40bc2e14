// Uploaded files. A file counts once it is complete, and replaces one of the same name in one step. The
// replaced file stays on disk, because a running build may still read it.

import { rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { checkUploadName } from "../../domain/data/upload-name.js";
import { refuse } from "../../errors/refusal.js";
import { worldTrouble } from "../../errors/world.js";
import { findUpload, listNamedUploads, listUploadPositions, removeUpload } from "../../store/uploads.js";
import { keepWithinStorage, Storage } from "../account-limits.js";
import { audit, auditRead } from "../audit.js";
import { requireStillAllowed } from "../auth.js";
import { change } from "../change.js";
import { madeInPieces } from "../list-turns.js";
import type { AppOptions } from "../options.js";
import { pageOf } from "../pages.js";
import { renderUpload } from "../resources/upload.js";
import { uploadParams, uploadQuery, uploadRecord } from "../schemas/upload.js";
import { sendFile } from "../send-file.js";
import { type ReceivedFile, receiveFile, recordUpload, type UploadDestination } from "../uploads/receive.js";

type ByName = { Params: { directory: string; filename: string } };
const tags = ["uploads"];
const url = "/uploads/:directory/:filename";
const storedFile = {
  content: {
    "application/octet-stream": {
      schema: Type.String({ format: "binary" }),
      example: "customer_id,date,total\n17,2026-01-31,24.90\n",
    },
  },
};

/** Needs a Fastify scope of its own: bodies are bytes, whatever their media type. */
export const uploadRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, dataDir, cache, limits, clock } = options;
  const storage = new Storage(options);
  takeBytes(app);

  app.post<ByName>(
    url,
    {
      config: { keyScopes: ["upload"] },
      onRequest: async (request) => {
        checkUploadName(request.params);
        checkLength(request, limits.uploadBytes);
      },
      schema: {
        operationId: "createUpload",
        summary: "Upload a file",
        description:
          "Takes the bytes of the file, whatever the media type. Replaces a file of the same name. Datasets that read the directory, and everything that depends on them, are rebuilt.",
        tags,
        params: uploadParams,
        refuses: [
          "upload-name-invalid",
          "upload-compression-unread",
          "upload-empty",
          "upload-incomplete",
          "storage-full",
          "uploads-too-many",
        ],
        consumes: ["application/octet-stream"],
        response: { 200: uploadRecord },
      },
    },
    async (request) => {
      const { account, params, body } = request;
      if (body === undefined) throw refuse("upload-empty");
      const place = { dataDir, cache, accountId: account.id, ...params };
      const declared = Number(request.headers["content-length"] ?? 0);
      const room = await storage.take(account.id, declared);
      let isRecorded = false;
      try {
        const file = await receiveFile(body as Readable, place, limits.uploadBytes, room.grow);
        const upload = await recordReceived(options, request as FastifyRequest, place, file);
        isRecorded = true;
        if (request.idempotency) request.idempotency.bodyHash = file.sha256;
        return renderUpload(upload);
      } finally {
        room.leave(isRecorded);
      }
    },
  );

  app.get<{ Querystring: { directory?: string } }>(
    "/uploads",
    {
      config: { keyScopes: ["read", "upload"] },
      schema: {
        summary: "List files",
        description: "Files in all directories or in one, newest first.",
        tags,
        querystring: uploadQuery,
        response: { 200: Type.Array(uploadRecord) },
      },
    },
    async (request, reply) => {
      const accountId = request.account.id;
      const all = await listUploadPositions(db.kysely, accountId, request.query.directory);
      const page = pageOf(
        request as FastifyRequest,
        reply,
        all,
        ({ directory, filename, created_at: at }) => ({
          id: `${directory}/${filename}`,
          at,
        }),
      );
      return madeInPieces({ db, accountId, reply }, page, async (names) =>
        (await listNamedUploads(db.kysely, accountId, names)).map(renderUpload),
      );
    },
  );

  app.get<ByName>(
    url,
    {
      schema: {
        summary: "Download an uploaded file",
        description: "The file as uploaded, or part of it by Range.",
        tags,
        params: uploadParams,
        refuses: ["upload-damaged"],
        response: { 200: storedFile, 206: storedFile },
      },
    },
    async (request, reply) => {
      const { directory, filename } = request.params;
      const upload = await findUpload(db.kysely, request.account.id, directory, filename);
      if (!upload) throw unknown(request.params);
      const asker = request as FastifyRequest;
      await auditRead(asker, { action: "download", subject: uploadSubject(request.params) }, clock());
      return sendFile(request as FastifyRequest, reply, options, {
        owner: { of: "upload", accountId: request.account.id, directory, filename },
        path: upload.path,
        expected: upload,
        modifiedMs: upload.created_at,
        contentType: "application/octet-stream",
        downloadName: filename,
      });
    },
  );

  app.delete<ByName>(
    url,
    {
      schema: {
        summary: "Delete a file",
        description: "Datasets that read its directory are rebuilt without it.",
        tags,
        params: uploadParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      await change(options, account.id, async (trx, now) => {
        const removed = await removeUpload(trx, { account_id: account.id, ...params }, now);
        if (removed === null) throw unknown(params);
        await audit(
          trx,
          request as FastifyRequest,
          { action: "delete", subject: uploadSubject(params) },
          now,
        );
      });
      return reply.code(204).send();
    },
  );
};

const takeBytes = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, body, done) => done(null, body));
  app.addContentTypeParser("multipart/form-data", async (request: FastifyRequest) => {
    throw refuse("media-type-unsupported", {
      type: request.headers["content-type"] ?? "",
      expected: "the bytes of the file as application/octet-stream",
    });
  });
};

/** Refuses a body that announces too many bytes before any of it is read. */
const checkLength = ({ headers }: FastifyRequest, limit: number): void => {
  if (Number(headers["content-length"] ?? 0) > limit) throw refuse("payload-too-large", { limit });
};

/** For the audit log. */
export const uploadSubject = ({ directory, filename }: { directory: string; filename: string }) => ({
  type: "uploads",
  name: `${directory}/${filename}`,
});

const recordReceived = async (
  options: AppOptions,
  request: FastifyRequest,
  place: UploadDestination,
  file: ReceivedFile,
) => {
  try {
    await requireStillAllowed(request, options);
    return await change(options, place.accountId, async (trx, now) => {
      await audit(trx, request, { action: "upload", subject: uploadSubject(place) }, now);
      return keepWithinStorage(trx, place.accountId, options.limits, () =>
        recordUpload(trx, place, file, now),
      );
    });
  } catch (error) {
    // If the store went away, the upload may have been recorded nevertheless; the sweep knows once it is back.
    if (!worldTrouble(error)) await rm(path.join(options.dataDir, file.path), { force: true });
    throw error;
  }
};

const unknown = ({ directory, filename }: ByName["Params"]) =>
  refuse("resource-unknown", { type: "upload", id: `${directory}/${filename}` });
