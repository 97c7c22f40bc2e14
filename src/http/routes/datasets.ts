// Datasets, and what became of every row of their files. Registering a dataset creates the streams and traits
// it outputs to.

import { isDeepStrictEqual } from "node:util";
import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import { type DatasetOptions, mergedIds } from "../../domain/data/dataset-options.js";
import { hasAllColumnsAsTraits } from "../../domain/data/snapshot.js";
import { streamsOf } from "../../domain/data/stream-mapping.js";
import { traitsConfigured, traitsEmitted } from "../../domain/kinds/trait-uses.js";
import { limits } from "../../domain/resource/limits.js";
import { freeName } from "../../domain/resource/name-rule.js";
import { type EpochMs, singular } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import {
  findStream,
  listConfigured,
  listResources,
  type Resource,
  updateResource,
  usersOf,
} from "../../store/resources.js";
import { ensureTraits, usersByTrait } from "../../store/traits.js";
import { auditRead } from "../audit.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { type ReferencedResources, readReferenced } from "../referenced.js";
import { parseDataset, renderDataset, renderIngress, respellDataset } from "../resources/dataset.js";
import { idParams } from "../schemas/common.js";
import {
  datasetPatch,
  datasetPost,
  datasetRecord,
  ingressLog,
  ingressLogs,
  ingressParams,
  leftOutParams,
  leftOutQuery,
} from "../schemas/dataset.js";
import { sendOnce } from "../send-once.js";
import { withTableAccess } from "../table-access.js";
import { inspectionErrors } from "./people.js";
import { requireResource, resourceRoutes, subjectOf } from "./resource.js";
import { ensureStreams } from "./streams.js";

export const datasetKind: Kind<"datasets"> = {
  type: "datasets",
  post: datasetPost,
  patch: datasetPatch,
  record: datasetRecord,
  refuses: [
    "condition-invalid",
    "upsert-and-incremental",
    "files-encrypted",
    "mapping-invalid",
    "resource-in-use",
    "merge-of-merge",
    "merge-streams-clash",
    "connection-type-differs",
    "cluster-missing",
    "table-name-invalid",
    "table-not-granted",
  ],
  uniqueName: false,
  toRender: ({ config, result }) => ({
    streams: streamsOf(config.output_to_streams),
    all: config.preview || result?.old_rows ? ["people", "datasets"] : ["people"],
  }),
  toCheck: ({ options, connection_id }) => ({
    ids: [...mergedIds(options), ...(connection_id === undefined ? [] : [connection_id])],
  }),
  respell: respellDataset,
  parse: parseDataset,
  upstreamIds: ({ options, connection_id }, referenced) => {
    checkMerge(options, referenced);
    if (connection_id !== undefined) return [referenced.requireConnection(connection_id, options.type)];
    return mergedIds(options);
  },
  checkChange: (before, { config }, trx) => checkOutputsUnused(trx, before, config),
  async beforeSave(trx, accountId, written, now) {
    const config = await migrated(trx, accountId, written, now);
    await ensureStreams(trx, accountId, streamsOf(config.output_to_streams), now);
    await ensureTraits(trx, accountId, traitsConfigured(config), now);
    return config;
  },
  checkRemoval: (trx, dataset) => checkOutputsUnused(trx, dataset, null),
  render: renderDataset,
};

export const datasetRoutes = (app: FastifyInstance, options: AppOptions): void => {
  resourceRoutes(app, withTableAccess(datasetKind, "read", options), options);

  app.get<{ Params: { id: string } }>(
    "/datasets/:id/logs/ingress",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read a dataset's import log",
        description:
          "Row counts from the files to people, and rejected rows with the reason. From the last build; empty before the first.",
        tags: ["datasets"],
        params: idParams,
        response: { 200: ingressLogs },
      },
    },
    async (request) => {
      const { account, params } = request;
      const dataset = await requireResource(options.db.kysely, account.id, "datasets", params.id);
      const asker = request as FastifyRequest;
      await auditRead(asker, { action: "view", subject: subjectOf(dataset) }, options.clock());
      return renderIngress(dataset, await readReferenced(options.db.kysely, account.id, { all: ["people"] }));
    },
  );

  app.get<{ Params: Static<typeof ingressParams> }>(
    "/datasets/:id/logs/ingress/:log_id",
    {
      schema: {
        summary: "Read a run of a dataset's import log",
        description: "As the import log has it. The last run alone is kept.",
        tags: ["datasets"],
        params: ingressParams,
        response: { 200: ingressLog },
      },
    },
    async (request) => {
      const { account, params } = request;
      const dataset = await requireResource(options.db.kysely, account.id, "datasets", params.id);
      const asker = request as FastifyRequest;
      await auditRead(asker, { action: "view", subject: subjectOf(dataset) }, options.clock());
      const referenced = await readReferenced(options.db.kysely, account.id, { all: ["people"] });
      const log = renderIngress(dataset, referenced).find(({ id }) => id === params.log_id);
      if (!log) throw refuse("resource-unknown", { type: "run", id: params.log_id });
      return log;
    },
  );
  leftOutRoute(app, options);
};

const rows = {
  schema: Type.String({ description: "The rows, as text." }),
  example: "file,line,customer,day,amount\n2026-01.csv,17,4711,,12.50\n",
};

/** Rows of the ledger that are left out, read once more from where they are. */
const leftOutRoute = (app: FastifyInstance, options: AppOptions): void => {
  app.get<{ Params: Static<typeof leftOutParams>; Querystring: Static<typeof leftOutQuery> }>(
    "/datasets/:id/ledger/:reason",
    {
      schema: {
        operationId: "downloadLeftOutRows",
        summary: "Download rows that are left out",
        description:
          "The rows that the ledger of a dataset counts under a reason, as CSV in the order of the files: columns file and line, then the columns of the files. " +
          "Broken rows (malformed) have the columns file, line, reason and text. The rows are read again, so a large dataset takes a while: from the uploads, the files of a bucket or the table of a database, but not from a lake. A row of a merge has the place of its " +
          "first part. At most " +
          `${limits.ledgerRows.is.toLocaleString("en-US")} rows are written: the header Bellwether-Rows counts them, and Bellwether-Rows-Total counts all. ` +
          "Rows of people who are to be deleted are left out.",
        tags: ["datasets"],
        params: leftOutParams,
        querystring: leftOutQuery,
        refuses: [
          ...inspectionErrors,
          "ledger-rows-not-uploaded",
          "ledger-rows-deleted",
          "ledger-rows-changed",
          "ledger-rows-too-many",
          "connection-failed",
          "database-unreachable",
          "bucket-unreachable",
          "ledger-file-unknown",
          "stream-unknown",
          "upload-damaged",
          "result-damaged",
        ],
        response: { 200: { content: { "text/csv": rows } } },
      },
    },
    async (request, reply) => {
      const { account, params, query } = request;
      const dataset = await requireResource(options.db.kysely, account.id, "datasets", params.id);
      const reader = request as FastifyRequest;
      await auditRead(reader, { action: "download", subject: subjectOf(dataset) }, options.clock());
      const { value, ...wanted } = query;
      const found = await options.inspect(account.id, "left_out_rows", {
        ...wanted,
        ...(value !== undefined && { value: value === "" ? null : value }),
        datasetId: dataset.id,
        reason: params.reason,
      });
      reply.header("bellwether-rows", found.rows).header("bellwether-rows-total", found.of);
      return sendOnce(reader, reply, found, false);
    },
  );
};

/**
 * Refuses `resource-in-use` if other resources use a stream or trait that only this dataset puts out and that
 * it would no longer put out. `after` is the new configuration; null deletes the dataset.
 */
export const checkOutputsUnused = async (
  trx: Kysely<Database>,
  dataset: Resource<"datasets">,
  after: DatasetConfig | null,
): Promise<void> => {
  const lost = lostOutputs(dataset, after);
  if (lost.streams.length + lost.traits.length === 0) return;
  const all = await listConfigured(trx, dataset.accountId, ["datasets"]);
  const others = all.filter(({ id }) => id !== dataset.id);
  const users = [
    ...(await usersOfLostStreams(trx, dataset.accountId, lost.streams, others)),
    ...usersOfLostTraits(lost.traits, others),
  ];
  const named = new Set(users.map(({ type, name }) => `${singular[type]} ${name}`));
  if (named.size > 0) throw refuse("resource-in-use", { users: [...named].join(", ") });
};

type User = Pick<Resource, "type" | "name">;

/** Streams and traits that the dataset puts out, and would not put out any more. */
const lostOutputs = (
  dataset: Resource<"datasets">,
  after: DatasetConfig | null,
): { streams: string[]; traits: string[] } => {
  const streams = new Set(after === null ? [] : streamsOf(after.output_to_streams));
  const traits = new Set(after === null ? [] : traitsConfigured(after));
  const keepsTraits = after !== null && hasAllColumnsAsTraits(after);
  return {
    streams: streamsOf(dataset.config.output_to_streams).filter((name) => !streams.has(name)),
    traits: keepsTraits ? [] : traitsEmitted(dataset).filter((name) => !traits.has(name)),
  };
};

const usersOfLostStreams = async (
  trx: Kysely<Database>,
  accountId: string,
  lost: readonly string[],
  others: readonly Resource[],
): Promise<User[]> => {
  const kept = new Set(
    others.flatMap((other) => (other.type === "datasets" ? streamsOf(other.config.output_to_streams) : [])),
  );
  const users: User[] = [];
  for (const name of lost.filter((stream) => !kept.has(stream))) {
    const stream = await findStream(trx, accountId, name);
    if (stream) users.push(...(await usersOf(trx, stream.id)));
  }
  return users;
};

const usersOfLostTraits = (lost: readonly string[], others: readonly Resource[]): User[] => {
  if (lost.length === 0) return [];
  const users = usersByTrait(others);
  return lost
    .map((name) => users.get(name) ?? [])
    .filter((ofTrait) => !ofTrait.some(({ type }) => type === "datasets"))
    .flat();
};

/** Refuses `reference-unknown`, `resource-archived` and `merge-of-merge`. */
const checkMerge = (options: DatasetOptions, referenced: ReferencedResources): void => {
  const ids = mergedIds(options);
  ids.forEach((id, i) => {
    referenced.require("datasets", id, `options.merge.${i}.dataset_id`);
    const { name, config } = referenced.find("datasets", id)!;
    if (config.options.type !== "hosted_csv" || ids.indexOf(id) < i) throw refuse("merge-of-merge", { name });
  });
};

/**
 * With `migrate`, a merge takes over the identity sets, streams and traits of its datasets, which lose them;
 * its own settings win. Refuses `merge-streams-clash`.
 */
const migrated = async (
  trx: Kysely<Database>,
  accountId: string,
  config: DatasetConfig,
  now: EpochMs,
): Promise<DatasetConfig> => {
  if (config.options.type !== "merge" || !config.options.migrate) return config;
  const ids = mergedIds(config.options);
  const found = await listResources(trx, accountId, "datasets", ids);
  const members = ids.flatMap((id) => found.filter((dataset) => dataset.id === id));
  const taken = members.reduce((kept, member) => withSettingsOf(kept, member.config, config), config);
  for (const member of members) await clearSettings(trx, member, now);
  return taken;
};

const withSettingsOf = (kept: DatasetConfig, member: DatasetConfig, own: DatasetConfig): DatasetConfig => {
  for (const stream of streamsOf(member.output_to_streams))
    if (streamsOf(kept.output_to_streams).includes(stream) && !Object.hasOwn(own.output_to_streams, stream))
      throw refuse("merge-streams-clash", { stream });
  return {
    ...kept,
    identity_sets: withSets(kept.identity_sets, member.identity_sets),
    output_to_streams: { ...member.output_to_streams, ...kept.output_to_streams },
    output_to_traits: { ...member.output_to_traits, ...kept.output_to_traits },
  };
};

/** A second set with the same name and other columns gets a number. */
const withSets = (
  kept: DatasetConfig["identity_sets"],
  added: DatasetConfig["identity_sets"],
): DatasetConfig["identity_sets"] => {
  const sets = { ...kept };
  for (const [name, set] of Object.entries(added)) {
    if (Object.values(sets).some((known) => isDeepStrictEqual(known, set))) continue;
    sets[freeName(name, (known) => Object.hasOwn(sets, known))] = set;
  }
  return sets;
};

const clearSettings = async (
  trx: Kysely<Database>,
  member: Resource<"datasets">,
  now: EpochMs,
): Promise<void> => {
  const { name, config } = member;
  const settings = [config.identity_sets, config.output_to_streams, config.output_to_traits];
  if (settings.every((part) => Object.keys(part).length === 0)) return;
  const cleared = { ...config, identity_sets: {}, output_to_streams: {}, output_to_traits: {} };
  await updateResource(trx, member, { name, config: cleared, upstreamIds: [] }, now);
};
