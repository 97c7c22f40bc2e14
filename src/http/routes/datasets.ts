// Datasets, and what became of every row of their files. Registering a dataset creates the streams it outputs to.

import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { singular } from "../../domain/resource.js";
import { refuse } from "../../errors/refusal.js";
import { findStream, listResources, type Resource, usersOf } from "../../store/resources.js";
import type { Kind } from "../kind.js";
import { readNeighbours } from "../neighbours.js";
import type { AppOptions } from "../options.js";
import { parseDataset, respellDataset } from "../parse/dataset.js";
import { renderDataset, renderIngress } from "../render/dataset.js";
import { idParams } from "../schemas/common.js";
import { datasetPatch, datasetRecord, datasetWritten, ingressLogs } from "../schemas/dataset.js";
import { requireResource, resourceRoutes } from "./resource.js";
import { ensureStream } from "./streams.js";

/** The users of a stream use the only dataset that outputs to it. */
const checkNotLastOfUsedStream = async (
  trx: Kysely<Database>,
  { id, accountId, config }: Resource<"datasets">,
): Promise<void> => {
  const others = (await listResources(trx, accountId, "datasets")).filter((other) => other.id !== id);
  const users: string[] = [];
  for (const name of Object.keys(config.output_to_streams)) {
    if (others.some((other) => name in other.config.output_to_streams)) continue;
    const stream = await findStream(trx, accountId, name);
    for (const user of stream ? await usersOf(trx, stream.id) : [])
      users.push(`${singular[user.type]} ${user.name}`);
  }
  if (users.length > 0) throw refuse("resource-in-use", { users: users.join(", ") });
};

const kind: Kind<"datasets"> = {
  type: "datasets",
  written: datasetWritten,
  patch: datasetPatch,
  record: datasetRecord,
  uniqueName: false,
  neighbours: ["streams", "people"],
  respell: respellDataset,
  parse: parseDataset,
  upstreamIds: () => [],
  async beforeSave(trx, accountId, config, now) {
    for (const name of Object.keys(config.output_to_streams)) await ensureStream(trx, accountId, name, now);
  },
  checkRemoval: checkNotLastOfUsedStream,
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
        tags: ["datasets"],
        params: idParams,
        response: { 200: ingressLogs },
      },
    },
    async ({ account, params }) => {
      const dataset = await requireResource(options.db.kysely, account.id, "datasets", params.id);
      return renderIngress(dataset, await readNeighbours(options.db.kysely, account.id, ["people"]));
    },
  );
};
