// The service's records of all types that it supports, for a plan.

import type { Client } from "../client.js";
import { readPages } from "../pages.js";
import { listRecords } from "../resources/find.js";
import { isServed, readApi } from "../resources/openapi.js";
import { types } from "../resources/types.js";
import type { GraphEdge } from "../waiting.js";
import type { ServerState } from "./plan.js";

export const readServer = async (client: Client): Promise<ServerState> => {
  const api = await readApi(client);
  const served = types.filter((type) => isServed(api, type));
  const records = await Promise.all(
    served.map(async (type) => [type, await listRecords(client, type)] as const),
  );
  const edges = await readPages<GraphEdge>(client, "/graph");
  return {
    api,
    records: new Map(records),
    edges: edges.map(({ upstream_id, downstream_id }) => ({
      upstream: upstream_id,
      downstream: downstream_id,
    })),
  };
};
