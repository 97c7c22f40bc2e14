// Resumable uploads by the protocol tus 1.0.0 (https://tus.io/protocols/resumable-upload): announced with a
// length, sent in parts, and uploads like any other once the last byte has arrived.

import { Readable } from "node:stream";
import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { checkUploadName } from "../../domain/data/upload-name.js";
import { described } from "../../domain/resource/schema.js";
import { refuse } from "../../errors/refusal.js";
import { audit } from "../audit.js";
import { requireStillAllowed } from "../auth.js";
import { pathOf } from "../log.js";
import type { AppOptions } from "../options.js";
import { renderResumable } from "../resources/upload.js";
import { idParams } from "../schemas/common.js";
import { resumableUploadRecord } from "../schemas/upload.js";
import { type NoteUpload, type Progress, ResumableUploads } from "../uploads/resumable.js";

type ById = { Params: { id: string } };
const tags = ["resumable_uploads"];
const url = "/resumable_uploads";

const tusVersion = "1.0.0";
const tusExtensions = "creation,termination";
const partType = "application/offset+octet-stream";

const wholeNumber = (description: string, example: string) =>
  Type.String({ pattern: "^\\d{1,15}$", description, examples: [example] });

const version = described("Version of the protocol.", Type.String(), tusVersion);

const tusHeaders = Type.Object({ "tus-resumable": version });
const creationHeaders = Type.Object({
  "tus-resumable": version,
  "upload-length": wholeNumber("Size of the file in bytes.", "48210"),
  "upload-metadata": Type.String({
    description:
      "The keys directory and filename, each followed by its value in base64, separated by a comma.",
    examples: ["directory dHJhbnNhY3Rpb25z,filename MjAyNi0wMS5jc3Y="],
  }),
});
const partHeaders = Type.Object({
  "tus-resumable": version,
  "upload-offset": wholeNumber("Current offset: bytes received so far.", "0"),
});

/** Needs a Fastify scope of its own: bodies are parts of files, and every answer carries the protocol's version. */
export const resumableUploadRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { limits } = options;
  const uploads = new ResumableUploads(options);
  parseParts(app);
  checkTusVersion(app);

  app.options(
    url,
    {
      config: { isPublic: true },
      schema: {
        operationId: "getTusCapabilities",
        summary: "Read the supported tus features",
        description: "Returned in the headers Tus-Version, Tus-Extension and Tus-Max-Size.",
        tags,
        response: { 204: Type.Null() },
      },
    },
    async (_request, reply) =>
      reply
        .code(204)
        .headers({
          "tus-version": tusVersion,
          "tus-extension": tusExtensions,
          "tus-max-size": limits.uploadBytes,
        })
        .send(),
  );

  app.post<{ Headers: Static<typeof creationHeaders> }>(
    url,
    {
      config: { keyScopes: ["upload"] },
      schema: {
        summary: "Start a resumable upload",
        description:
          "Announces a file that is sent in parts, by tus 1.0.0, which has clients for many languages. Send the bytes with PATCH to the " +
          "address in `Location`. Uploads without new bytes for a day are removed.",
        tags,
        headers: creationHeaders,
        refuses: [
          "tus-version-unsupported",
          "upload-name-invalid",
          "upload-compression-unread",
          "upload-empty",
          "storage-full",
          "uploads-too-many",
        ],
        response: { 201: resumableUploadRecord },
      },
    },
    async (request, reply) => {
      const { account, headers } = request;
      const name = uploadNameIn(headers["upload-metadata"]);
      checkUploadName(name);
      const bytes = Number(headers["upload-length"]);
      if (bytes === 0) throw refuse("upload-empty");
      if (bytes > limits.uploadBytes) throw refuse("payload-too-large", { limit: limits.uploadBytes });
      const created = await uploads.create(account.id, name, bytes, noteBy(request as FastifyRequest));
      reply.code(201).header("location", `${pathOf(request.originalUrl)}/${created.upload.id}`);
      return withOffset(reply, created).send(renderResumable(created));
    },
  );

  app.get<ById>(
    `${url}/:id`,
    {
      config: { keyScopes: ["upload"] },
      schema: {
        summary: "Read the progress of an upload",
        description: "Also in the headers Upload-Offset and Upload-Length, which HEAD returns alone.",
        tags,
        params: idParams,
        refuses: ["upload-damaged"],
        response: { 200: resumableUploadRecord },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      const progress = await uploads.progress(account.id, params.id, noteBy(request as FastifyRequest));
      return withOffset(reply, progress).send(renderResumable(progress));
    },
  );

  app.patch<ById & { Headers: Static<typeof partHeaders> }>(
    `${url}/:id`,
    {
      config: { keyScopes: ["upload"] },
      schema: {
        summary: "Send part of an upload",
        description:
          "Appends bytes at the current offset. Bytes that have arrived are kept even if the request breaks off. With the last byte the " +
          "file becomes an upload: datasets that read its directory, and everything that depends on them, are rebuilt. If the disk has changed " +
          "bytes that had arrived, it is removed instead: start a new upload.",
        tags,
        params: idParams,
        headers: partHeaders,
        consumes: [partType],
        refuses: [
          "tus-version-unsupported",
          "upload-offset-wrong",
          "upload-busy",
          "upload-incomplete",
          "upload-damaged",
        ],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { account, params, headers, body } = request;
      const part = (body as Readable | undefined) ?? Readable.from([]);
      const offset = Number(headers["upload-offset"]);
      const note = noteBy(request as FastifyRequest);
      const check = () => requireStillAllowed(request as FastifyRequest, options);
      const progress = await uploads.append(account.id, params.id, { body: part, offset, check }, note);
      return withOffset(reply, progress).code(204).send();
    },
  );

  app.delete<ById>(
    `${url}/:id`,
    {
      config: { keyScopes: ["upload"] },
      schema: {
        summary: "Cancel a resumable upload",
        description: "Deletes the bytes received so far. A complete file remains an upload.",
        tags,
        params: idParams,
        headers: tusHeaders,
        refuses: ["tus-version-unsupported", "upload-busy"],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await uploads.end(request.account.id, request.params.id, noteBy(request as FastifyRequest));
      return reply.code(204).send();
    },
  );
};

const noteBy =
  (request: FastifyRequest): NoteUpload =>
  (trx, action, { id, directory, filename }, now) => {
    const type = action === "upload" ? "uploads" : "resumable_uploads";
    return audit(trx, request, { action, subject: { type, id, name: `${directory}/${filename}` } }, now);
  };

const withOffset = (reply: FastifyReply, { upload, offset }: Progress): FastifyReply =>
  reply.headers({
    "cache-control": "no-store",
    "upload-offset": offset,
    "upload-length": upload.bytes,
  });

const parseParts = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(partType, (_request: unknown, body: Readable, done: BodyParsed) =>
    done(null, body),
  );
  app.addContentTypeParser("*", async (request: FastifyRequest) => {
    throw refuse("media-type-unsupported", {
      type: request.headers["content-type"] ?? "of no kind",
      expected: `the bytes as ${partType}`,
    });
  });
};

type BodyParsed = (error: Error | null, body: Readable) => void;

/** Refuses other versions of the protocol. Reading the progress needs no version. */
const checkTusVersion = (app: FastifyInstance): void => {
  app.addHook("onRequest", async ({ method, headers }, reply) => {
    if (["OPTIONS", "GET"].includes(method) || headers["tus-resumable"] === tusVersion) return;
    reply.header("tus-version", tusVersion);
    throw refuse("tus-version-unsupported", { version: String(headers["tus-resumable"] ?? "(none)") });
  });
  app.addHook("onSend", async (_request, reply) => {
    reply.header("tus-resumable", tusVersion);
  });
};

/** Reads `directory <base64>,filename <base64>`; ignores other keys. */
const uploadNameIn = (metadata: string): { directory: string; filename: string } => {
  const values = new Map(metadata.split(",").map(keyAndValue));
  const named = (key: string): string => {
    const value = values.get(key);
    if (value === undefined) throw refuse("request-malformed", { detail: `Upload-Metadata has no ${key}` });
    return value;
  };
  return { directory: named("directory"), filename: named("filename") };
};

const keyAndValue = (pair: string): [string, string] => {
  const [key = "", value = ""] = pair.trim().split(/ +/);
  return [key, Buffer.from(value, "base64").toString("utf8")];
};
