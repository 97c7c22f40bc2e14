// Referenced resources: the other resources that a request needs to check or render one. They are read by ID
// or name, so that the work grows with the references and not with the account; of a few types all are read.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { type BrokenClaims, brokenClaims, type Claim } from "../domain/pipeline/claim.js";
import { payloadIds } from "../domain/pipeline/scope.js";
import { type ResourceType, singular } from "../domain/resource/resource.js";
import { unknownName } from "../domain/resource/unknown-name.js";
import { refuse } from "../errors/refusal.js";
import { listClaims } from "../store/claims.js";
import { findResources, findStreams, listResources, type Resource } from "../store/resources.js";
import { withArticle } from "../words/plural.js";

/** Resources to read. Unknown IDs and those of other accounts are left out. */
export interface ResourceQuery {
  /** Resources of any type. A scope comes with the resources of its payload, which name its columns. */
  ids?: readonly string[];
  /** Machine names of streams. */
  streams?: readonly string[];
  /** Types of which all resources are read. */
  all?: readonly ResourceType[];
  /** Outcomes whose claims are read. */
  claimsOf?: readonly string[];
}

export class ReferencedResources {
  private readonly byId: ReadonlyMap<string, Resource>;
  private readonly streams: ReadonlyMap<string, Resource<"streams">>;

  constructor(
    named: readonly Resource[],
    private readonly whole: ReadonlyMap<ResourceType, readonly Resource[]>,
    private readonly claims: readonly Claim[],
  ) {
    const known = [...[...whole.values()].flat(), ...named];
    this.byId = new Map(known.map((resource) => [resource.id, resource]));
    this.streams = new Map(
      known.flatMap((resource) => (resource.type === "streams" ? [[resource.name, resource]] : [])),
    );
  }

  /** All resources of a type, in the order of lists. */
  all<T extends ResourceType>(type: T): readonly Resource<T>[] {
    const known = this.whole.get(type);
    if (!known) throw new Error(`Bug: all ${type} are needed, but were not read`);
    return known as readonly Resource<T>[];
  }

  find<T extends ResourceType>(type: T, id: string | undefined): Resource<T> | undefined {
    const found = id === undefined ? undefined : this.byId.get(id);
    return found?.type === type ? (found as Resource<T>) : undefined;
  }

  /** Broken claims of an outcome whose claims were read; null where they can be trusted. */
  brokenClaimsOf(outcomeId: string): BrokenClaims | null {
    return brokenClaims(this.claims.filter(({ outcome_id }) => outcome_id === outcomeId));
  }

  /** Finds a stream by its machine name. */
  findStream(name: string): Resource<"streams"> | undefined {
    return this.streams.get(name);
  }

  /** The ID; refuses `reference-unknown` and `resource-archived`. `field` is the path of the ID in the request. */
  require(type: ResourceType, id: string, field: string): string {
    const found = this.find(type, id);
    if (found && found.archivedAt !== null)
      throw refuse("resource-archived", { type: singular[type], name: found.name });
    if (found) return id;
    throw refuse("reference-unknown", { field, id, type: singular[type] }, [
      {
        path: field,
        message: `is not ${withArticle(singular[type])} of this account`,
        context: { errorType: "unknown_reference" },
      },
    ]);
  }

  /** The ID of a connection of the type. Refuses what `require` refuses, and `connection-type-differs`. */
  requireConnection(id: string, type: string): string {
    this.require("connections", id, "connection_id");
    const { name, config } = this.find("connections", id)!;
    const { type: found } = config.options;
    if (found === type) return id;
    throw refuse("connection-type-differs", { name, found, type }, [
      { path: "connection_id", message: `is of type ${found}`, context: { errorType: "type_differs" } },
    ]);
  }

  /**
   * The ID of the stream with the machine name, if all streams were read; refuses `stream-unknown` and
   * `resource-archived`.
   */
  requireStream(name: string, path = "stream_name"): string {
    const stream = this.findStream(name);
    if (stream) return this.require("streams", stream.id, path);
    const names = this.all("streams").map((known) => known.name);
    throw refuse("stream-unknown", { name, streams: names.sort().join(", ") || "none yet" }, [
      unknownName(path, name, "stream", names),
    ]);
  }
}

type ReadReferenced = (...queries: readonly ResourceQuery[]) => Promise<ReferencedResources>;

/** Reads the resources of all queries, each once. */
export const readReferenced = (
  db: Kysely<Database>,
  accountId: string,
  ...queries: readonly ResourceQuery[]
): Promise<ReferencedResources> => referencedReader(db, accountId)(...queries);

/** The same for one list that is made in pieces: types of which all resources are read are read once. */
export const referencedReader = (db: Kysely<Database>, accountId: string): ReadReferenced => {
  const whole = new Map<ResourceType, readonly Resource[]>();
  return async (...queries) => {
    const ids = distinct(queries.flatMap((each) => each.ids ?? []));
    const names = distinct(queries.flatMap((each) => each.streams ?? []));
    for (const type of distinct(queries.flatMap((each) => each.all ?? [])))
      if (!whole.has(type)) whole.set(type, await listResources(db, accountId, type));
    const named = await findResources(db, accountId, ids);
    const payloads = named.flatMap((each) => (each.type === "scopes" ? payloadIds(each.config) : []));
    const ofScopes = await findResources(db, accountId, distinct(payloads));
    const streams = await findStreams(db, accountId, names);
    const predictions = distinct(queries.flatMap((each) => each.claimsOf ?? []));
    const claims =
      predictions.length === 0 ? [] : await listClaims(db, accountId, { outcomeIds: predictions });
    return new ReferencedResources([...named, ...ofScopes, ...streams], whole, claims);
  };
};

const distinct = <V>(values: readonly V[]): V[] => [...new Set(values)];
