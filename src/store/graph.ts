// Edges between the resources of an account: references by id in configurations, and streams and traits by name.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { streamsOf } from "../domain/data/stream-mapping.js";
import { traitsEmitted, traitsUsed } from "../domain/kinds/trait-uses.js";
import type { Edge } from "../domain/resource/graph.js";
import type { ResourceType } from "../domain/resource/resource.js";
import type { Resource } from "./resources.js";

/** In order of downstream, then upstream. `resources` are those of the account. */
export const listEdges = async (
  db: Kysely<Database>,
  accountId: string,
  resources: readonly Resource[],
): Promise<Edge[]> => {
  const references = await db
    .selectFrom("reference")
    .innerJoin("resource", "resource.id", "reference.downstream_id")
    .select(["reference.upstream_id as upstream", "reference.downstream_id as downstream"])
    .where("resource.account_id", "=", accountId)
    .execute();
  return [...references, ...streamEdges(resources), ...traitEdges(resources)].sort((a, b) =>
    orderKey(a) < orderKey(b) ? -1 : 1,
  );
};

const orderKey = ({ upstream, downstream }: Edge): string => `${downstream} ${upstream}`;

/** A dataset refers to its streams by name. */
const streamEdges = (resources: readonly Resource[]): Edge[] => {
  const streams = idsByName(resources, "streams");
  return resources.flatMap((resource) =>
    resource.type === "datasets"
      ? streamsOf(resource.config.output_to_streams).flatMap((name) => edge(resource.id, streams.get(name)))
      : [],
  );
};

/** Datasets emit traits by name, and other resources use them by name. */
const traitEdges = (resources: readonly Resource[]): Edge[] => {
  const traits = idsByName(resources, "traits");
  return resources.flatMap((resource) => [
    ...traitsEmitted(resource).flatMap((name) => edge(resource.id, traits.get(name))),
    ...traitsUsed(resource).flatMap((name) => edge(traits.get(name), resource.id)),
  ]);
};

const idsByName = (resources: readonly Resource[], wanted: ResourceType): Map<string, string> =>
  new Map(resources.filter(({ type }) => type === wanted).map(({ name, id }) => [name, id]));

const edge = (upstream: string | undefined, downstream: string | undefined): Edge[] =>
  upstream === undefined || downstream === undefined ? [] : [{ upstream, downstream }];
