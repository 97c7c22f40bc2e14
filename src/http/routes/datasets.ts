// Datasets, and what became of every row of their files. Registering a dataset creates the streams and traits it outputs to.

import type { FastifyInstance } from "fastify";
import { mergedIds } from "../../domain/dataset.js";
import { ensureTraits } from "../../store/traits.js";
import type { Kind } from "../kind.js";
import { readReferenced } from "../neighbours.js";
import type { AppOptions } from "../options.js";
import { parseDataset, respellDataset } from "../parse/dataset.js";
import { renderDataset, renderIngress } from "../render/dataset.js";
import { idParams } from "../schemas/common.js";
import { datasetPatch, datasetPost, datasetRecord, ingressLogs } from "../schemas/dataset.js";
import { checkNothingLost } from "./dataset-losses.js";
import { checkMerge, migrated } from "./merge.js";
import { requireResource, resourceRoutes } from "./resource.js";
import { ensureStream } from "./streams.js";

const kind: Kind<"datasets"> = {
  type: "datasets",
  post: datasetPost,
  patch: datasetPatch,
  record: datasetRecord,
  refuses: ["upsert-and-incremental", "resource-in-use", "merge-of-merge", "merge-streams-clash"],
  uniqueName: false,
  toRender: ({ config }) => ({ streams: Object.keys(config.output_to_streams), all: ["people"] }),
  toCheck: ({ options, connection_id }) => ({
    ids: [...mergedIds(options), ...(connection_id === undefined ? [] : [connection_id])],
  }),
  respell: respellDataset,
  parse: parseDataset,
  upstreamIds: ({ options, connection_id }, referenced) => {
    checkMerge(options, referenced);
    if (connection_id !== undefined)
      return [referenced.require("connections", connection_id, "connection_id")];
    return mergedIds(options);
  },
  checkChange: (before, { config }, trx) => checkNothingLost(trx, before, config),
  async beforeSave(trx, accountId, written, now) {
    const config = await migrated(trx, accountId, written, now);
    for (const name of Object.keys(config.output_to_streams)) await ensureStream(trx, accountId, name, now);
    await ensureTraits(trx, accountId, Object.keys(config.output_to_traits), now);
    return config;
  },
  checkRemoval: (trx, dataset) => checkNothingLost(trx, dataset, null),
  render: renderDataset,
};

export const datasetRoutes = (app: FastifyInstance, options: AppOptions): void => {
  resourceRoutes(app, kind, options);

  app.get<{ Params: { id: string } }>(
    "/datasets/:id/logs/ingress",
    {
      schema: {
        summary:
          "What became of the rows: counts from the files to people, and rejected rows with their reason",
        description: "Of the last build; empty before the first.",
        tags: ["datasets"],
        params: idParams,
        response: { 200: ingressLogs },
      },
    },
    async ({ account, params }) => {
      const dataset = await requireResource(options.db.kysely, account.id, "datasets", params.id);
      return renderIngress(dataset, await readReferenced(options.db.kysely, account.id, { all: ["people"] }));
    },
  );
};
