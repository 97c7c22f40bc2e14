// Uploads that can be resumed, by tus 1.0.0: announced with a length, sent in as many parts as the network breaks them into,
// and an upload like any other when the last byte has arrived.

import { Readable } from "node:stream";
import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { described } from "../../domain/schema.js";
import { checkUploadName } from "../../domain/upload-name.js";
import { refuse } from "../../errors/refusal.js";
import type { AppOptions } from "../options.js";
import { renderResumable } from "../resources/upload.js";
import { idParams } from "../schemas/common.js";
import { resumableUploadRecord } from "../schemas/upload.js";
import { type Progress, ResumableUploads } from "../uploads/resumable.js";

type ById = { Params: { id: string } };
const tags = ["resumable_uploads"];
const url = "/resumable_uploads";

/** To be registered in a scope of its own: bodies here are parts of files, and every answer tells the protocol's version. */
export const resumableUploadRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { limits } = options;
  const uploads = new ResumableUploads(options);
  takeParts(app);
  speakTus(app);

  app.options(
    url,
    {
      config: { isPublic: true },
      schema: {
        operationId: "getTusCapabilities",
        summary: "Read what of tus is spoken",
        description: "In the headers Tus-Version, Tus-Extension and Tus-Max-Size.",
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
      schema: {
        summary: "Announce a file that is to be sent in parts",
        description:
          "By tus 1.0.0, which has clients for many languages. `Location` is where PATCH takes its bytes. What is not sent for a " +
          "day is removed.",
        tags,
        headers: creationHeaders,
        refuses: [
          "tus-version-unsupported",
          "upload-name-invalid",
          "upload-compression-unread",
          "upload-empty",
        ],
        response: { 201: resumableUploadRecord },
      },
    },
    async ({ account, headers }, reply) => {
      const name = uploadNameIn(headers["upload-metadata"]);
      checkUploadName(name);
      const bytes = Number(headers["upload-length"]);
      if (bytes === 0) throw refuse("upload-empty");
      if (bytes > limits.uploadBytes) throw refuse("payload-too-large", { limit: limits.uploadBytes });
      const created = await uploads.create(account.id, name, bytes);
      reply.code(201).header("location", `${url}/${created.upload.id}`);
      return tell(reply, created).send(renderResumable(created));
    },
  );

  app.get<ById>(
    `${url}/:id`,
    {
      schema: {
        summary: "Read how much of a file has arrived",
        description: "In the headers Upload-Offset and Upload-Length too, which HEAD answers alone.",
        tags,
        params: idParams,
        response: { 200: resumableUploadRecord },
      },
    },
    async ({ account, params }, reply) => {
      const progress = await uploads.progress(account.id, params.id);
      return tell(reply, progress).send(renderResumable(progress));
    },
  );

  app.patch<ById & { Headers: Static<typeof partHeaders> }>(
    `${url}/:id`,
    {
      schema: {
        summary: "Send bytes of a file, from where it is on",
        description:
          "What has arrived counts, though the request break off. With the last byte the file becomes an upload: datasets that read " +
          "its directory, and all that follows from them, are built again.",
        tags,
        params: idParams,
        headers: partHeaders,
        consumes: [partType],
        refuses: ["tus-version-unsupported", "upload-offset-wrong", "upload-busy", "upload-incomplete"],
        response: { 204: Type.Null() },
      },
    },
    async ({ account, params, headers, body }, reply) => {
      const part = (body as Readable | undefined) ?? Readable.from([]);
      const offset = Number(headers["upload-offset"]);
      const progress = await uploads.append(account.id, params.id, part, offset);
      return tell(reply, progress).code(204).send();
    },
  );

  app.delete<ById>(
    `${url}/:id`,
    {
      schema: {
        summary: "Give up a file that has not arrived whole",
        description: "With what has arrived of it. One that is whole stays an upload.",
        tags,
        params: idParams,
        headers: tusHeaders,
        refuses: ["tus-version-unsupported", "upload-busy"],
        response: { 204: Type.Null() },
      },
    },
    async ({ account, params }, reply) => {
      await uploads.end(account.id, params.id);
      return reply.code(204).send();
    },
  );
};

const tell = (reply: FastifyReply, { upload, offset }: Progress): FastifyReply =>
  reply.headers({
    "cache-control": "no-store",
    "upload-offset": offset,
    "upload-length": upload.bytes,
  });

const takeParts = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(partType, (_request: unknown, body: Readable, done: BodyTaken) =>
    done(null, body),
  );
  app.addContentTypeParser("*", async (request: FastifyRequest) => {
    throw refuse("media-type-unsupported", {
      type: request.headers["content-type"] ?? "of no kind",
      expected: `the bytes as ${partType}`,
    });
  });
};

type BodyTaken = (error: Error | null, body: Readable) => void;

/** A request of a version that is not spoken is told which one is. To read how far a file is needs no version. */
const speakTus = (app: FastifyInstance): void => {
  app.addHook("onRequest", async ({ method, headers }, reply) => {
    if (["OPTIONS", "GET"].includes(method) || headers["tus-resumable"] === tusVersion) return;
    reply.header("tus-version", tusVersion);
    throw refuse("tus-version-unsupported", { version: String(headers["tus-resumable"] ?? "(none)") });
  });
  app.addHook("onSend", async (_request, reply) => {
    reply.header("tus-resumable", tusVersion);
  });
};

// The headers of tus 1.0.0 (https://tus.io/protocols/resumable-upload), by which a client and a server agree on how much of
// a file has arrived.

export const tusVersion = "1.0.0";
export const tusExtensions = "creation,termination";
export const partType = "application/offset+octet-stream";

const wholeNumber = (description: string, example: string) =>
  Type.String({ pattern: "^\\d{1,15}$", description, examples: [example] });

const version = described("The version of the protocol.", Type.String(), tusVersion);

export const tusHeaders = Type.Object({ "tus-resumable": version });
export const creationHeaders = Type.Object({
  "tus-resumable": version,
  "upload-length": wholeNumber("How many bytes the file has.", "48210"),
  "upload-metadata": Type.String({
    description:
      "The names directory and filename, each followed by its value in base64, divided by a comma.",
    examples: ["directory dHJhbnNhY3Rpb25z,filename MjAyNi0wMS5jc3Y="],
  }),
});
export const partHeaders = Type.Object({
  "tus-resumable": version,
  "upload-offset": wholeNumber("How many bytes have arrived before these.", "0"),
});

/** Where the file is to go, of a header `directory <base64>,filename <base64>`; what else is in it is ignored. */
export const uploadNameIn = (metadata: string): { directory: string; filename: string } => {
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
