// The sample shop: made-up files, and everything from their datasets to two lists of scored customers,
// created and removed in one request each. Both happen in one transaction.

import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { EpochMs, ResourceType } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { forgetClaims } from "../../store/claims.js";
import {
  findResource,
  findStream,
  listResources,
  type Resource,
  removeResource,
} from "../../store/resources.js";
import {
  findSample,
  forgetSample,
  recordSample,
  type Sample,
  type SampleParts,
} from "../../store/samples.js";
import { removeUpload } from "../../store/uploads.js";
import { keepWithinStorage, Storage } from "../account-limits.js";
import { audit } from "../audit.js";
import { change } from "../change.js";
import { mergePatch } from "../json.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { isoMs } from "../resources/record.js";
import { sampleDirectories, sampleParts } from "../resources/sample.js";
import { withSampleShop } from "../sample-shop.js";
import { sampleRecord } from "../schemas/sample.js";
import { type ReceivedFile, receiveFile, recordUpload, type UploadDestination } from "../uploads/receive.js";
import { cohortKind } from "./cohorts.js";
import { checkOutputsUnused, datasetKind } from "./datasets.js";
import { outcomeKind } from "./outcomes.js";
import { createResource, subjectOf } from "./resource.js";
import { scopeKind } from "./scopes.js";
import { targetKind } from "./targets.js";

const tags = ["sample"];

export const sampleRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db } = options;

  const answer = async (accountId: string) => {
    const sample = await findSample(db.kysely, accountId);
    const datasets = await listResources(db.kysely, accountId, "datasets");
    return renderSample(sample, datasets.length === 0);
  };

  app.get(
    "/sample",
    {
      config: { permission: "look" },
      schema: {
        operationId: "getSample",
        summary: "Read the state of the sample shop",
        description: "Whether the account has the sample shop, and whether it can be created.",
        tags,
        response: { 200: sampleRecord },
      },
    },
    ({ account }) => answer(account.id),
  );

  app.post(
    "/sample",
    {
      schema: {
        operationId: "createSample",
        summary: "Create the sample shop",
        description:
          "Creates files of a made-up shop with two years of orders until yesterday, and datasets, cohorts, predictions, pipelines and lists " +
          "from them. Only in an account without datasets: the dates of the sample would move the “now” of other predictions. If it exists, nothing changes.",
        tags,
        refuses: ["sample-account-used", "storage-full", "uploads-too-many", "name-taken"],
        response: { 200: sampleRecord },
      },
    },
    async (request) => {
      const asker = request as FastifyRequest;
      const accountId = request.account.id;
      if (await findSample(db.kysely, accountId)) return answer(accountId);
      await checkUnused(db.kysely, accountId);
      const files = await writeFiles(options, accountId);
      try {
        await change(options, accountId, async (trx, now) => {
          await checkUnused(trx, accountId);
          const create = () => createParts(trx, asker, files, now);
          const parts = await keepWithinStorage(trx, accountId, options.limits, create);
          await recordSample(trx, accountId, parts, now);
        });
      } catch (error) {
        for (const { file } of files) await rm(path.join(options.dataDir, file.path), { force: true });
        throw error;
      }
      return answer(accountId);
    },
  );

  app.delete(
    "/sample",
    {
      schema: {
        operationId: "deleteSample",
        summary: "Remove the sample shop",
        description:
          "Deletes the files and resources that it consists of, and nothing else. Whatever of yours uses them must be deleted or changed first.",
        tags,
        refuses: ["resource-in-use"],
        response: { 200: sampleRecord },
      },
    },
    async (request) => {
      const accountId = request.account.id;
      await change(options, accountId, async (trx, now) => {
        const sample = await findSample(trx, accountId);
        if (!sample) return;
        await removeParts(trx, request as FastifyRequest, sample, now);
        const scopes = sample.resources.filter(({ type }) => type === "scopes");
        await forgetClaims(
          trx,
          accountId,
          scopes.map(({ id }) => id),
        );
        await forgetSample(trx, accountId);
      });
      return answer(accountId);
    },
  );
};

const renderSample = (sample: Sample | undefined, isUnused: boolean) => ({
  exists: sample !== undefined,
  can_create: sample === undefined && isUnused,
  ...(sample && { created_at: isoMs(sample.createdAt) }),
  resource_ids: sample?.resources.map(({ id }) => id) ?? [],
});

const checkUnused = async (db: Kysely<Database>, accountId: string): Promise<void> => {
  const datasets = await listResources(db, accountId, "datasets");
  if (datasets.length > 0) throw refuse("sample-account-used", { count: datasets.length });
};

interface WrittenFile {
  place: UploadDestination;
  file: ReceivedFile;
}

/** The files of the shop, in place but not yet recorded. */
const writeFiles = (options: AppOptions, accountId: string): Promise<WrittenFile[]> =>
  withSampleShop(options, async (shop) => {
    const { dataDir, cache, limits } = options;
    const sources = [
      { directory: sampleDirectories.orders, source: shop.transactions },
      { directory: sampleDirectories.cancellations, source: shop.cancellations },
    ];
    const room = await new Storage(options).take(accountId, 0);
    const written: WrittenFile[] = [];
    let before = 0;
    for (const { directory, source } of sources) {
      const place = { dataDir, cache, accountId, directory, filename: path.basename(source) };
      const grow = (bytes: number) => room.grow(before + bytes);
      const file = await receiveFile(createReadStream(source), place, limits.uploadBytes, grow);
      before += file.bytes;
      written.push({ place, file });
    }
    return written;
  });

type PartType = (typeof sampleParts)[number]["type"];

const kinds: Partial<Record<PartType, unknown>> = {
  datasets: datasetKind,
  cohorts: cohortKind,
  outcomes: outcomeKind,
  scopes: scopeKind,
  targets: targetKind,
};
const kindOf = (type: PartType) => kinds[type] as Kind<"cohorts">;

const createParts = async (
  trx: Kysely<Database>,
  request: FastifyRequest,
  files: readonly WrittenFile[],
  now: EpochMs,
): Promise<SampleParts> => {
  for (const { place, file } of files) {
    await audit(trx, request, { action: "upload", subject: uploadSubject(place) }, now);
    await recordUpload(trx, place, file, now);
  }
  const ids: Record<string, string> = {};
  const resources: SampleParts["resources"] = [];
  for (const { key, type, body } of sampleParts) {
    const kind = kindOf(type);
    const draft = kind.parse(mergePatch({}, kind.respell(body(ids))));
    const { id } = await createResource(trx, request, kind, draft, now);
    ids[key] = id;
    resources.push({ type, id });
  }
  return { resources, files: files.map(({ place: { directory, filename } }) => ({ directory, filename })) };
};

const uploadSubject = ({ directory, filename }: { directory: string; filename: string }) => ({
  type: "uploads",
  id: `${directory}/${filename}`,
});

/** Removes the parts that depend on others first. Parts that the owner has deleted are skipped. */
const removeParts = async (
  trx: Kysely<Database>,
  request: FastifyRequest,
  { resources, files }: SampleParts,
  now: EpochMs,
): Promise<void> => {
  const accountId = request.account.id;
  const remove = async (resource: Resource) => {
    await removeResource(trx, resource, now);
    await audit(trx, request, { action: "delete", subject: subjectOf(resource) }, now);
  };
  for (const { type, id } of resources.toReversed()) {
    const resource = await findResource(trx, accountId, type as ResourceType, id);
    if (!resource) continue;
    const streams = resource.type === "datasets" ? Object.keys(resource.config.output_to_streams) : [];
    if (resource.type === "datasets") await checkOutputsUnused(trx, resource as Resource<"datasets">, null);
    await remove(resource as Resource);
    for (const name of streams) {
      const stream = await findStream(trx, accountId, name);
      if (stream) await remove(stream as Resource);
    }
  }
  for (const file of files) {
    await removeUpload(trx, { account_id: accountId, ...file }, now);
    await audit(trx, request, { action: "delete", subject: uploadSubject(file) }, now);
  }
};
