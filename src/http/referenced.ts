// The other resources of the account that checking or showing some of them looks at. They are asked for by id or by name, so
// that the work of a request grows with what it looks at and not with the account; of few types all are asked for.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { type ResourceType, singular } from "../domain/resource.js";
import { payloadIds } from "../domain/scope.js";
import { unknownName } from "../domain/unknown-name.js";
import { refuse } from "../errors/refusal.js";
import { findResources, findStreams, listResources, type Resource } from "../store/resources.js";

/** What is looked at. Nobody else's resource is found, and what is not there is left out. */
export interface ResourceQuery {
  /** Of any type. A scope comes with what its payload tells of, which its columns are called after. */
  ids?: readonly string[];
  /** Machine names of streams. */
  streams?: readonly string[];
  /** Types of which all are looked at. */
  all?: readonly ResourceType[];
}

export class ReferencedResources {
  private readonly byId: ReadonlyMap<string, Resource>;
  private readonly streams: ReadonlyMap<string, Resource<"streams">>;

  constructor(
    named: readonly Resource[],
    private readonly whole: ReadonlyMap<ResourceType, readonly Resource[]>,
  ) {
    const known = [...[...whole.values()].flat(), ...named];
    this.byId = new Map(known.map((resource) => [resource.id, resource]));
    this.streams = new Map(
      known.flatMap((resource) => (resource.type === "streams" ? [[resource.name, resource]] : [])),
    );
  }

  /** In the order of lists. */
  all<T extends ResourceType>(type: T): readonly Resource<T>[] {
    const known = this.whole.get(type);
    if (!known) throw new Error(`Bug: all ${type} are looked at, but were not asked for`);
    return known as readonly Resource<T>[];
  }

  find<T extends ResourceType>(type: T, id: string | undefined): Resource<T> | undefined {
    const found = id === undefined ? undefined : this.byId.get(id);
    return found?.type === type ? (found as Resource<T>) : undefined;
  }

  /** By its machine name. */
  findStream(name: string): Resource<"streams"> | undefined {
    return this.streams.get(name);
  }

  /** The id; refuses `reference-unknown` and `resource-archived`. `field` is where the id was written. */
  require(type: ResourceType, id: string, field: string): string {
    const found = this.find(type, id);
    if (found && found.archivedAt !== null)
      throw refuse("resource-archived", { type: singular[type], name: found.name });
    if (found) return id;
    throw refuse("reference-unknown", { field, id, type: singular[type] }, [
      {
        path: field,
        message: `is no ${singular[type]} of this account`,
        context: { errorType: "unknown_reference" },
      },
    ]);
  }

  /** The id of the stream with the machine name, of all streams; refuses `stream-unknown` and `resource-archived`. */
  requireStream(name: string): string {
    const stream = this.findStream(name);
    if (stream) return this.require("streams", stream.id, "stream_name");
    const names = this.all("streams").map((known) => known.name);
    throw refuse("stream-unknown", { name, streams: names.sort().join(", ") || "none yet" }, [
      unknownName("stream_name", name, "stream", names),
    ]);
  }
}

/** All that any of `wanted` asks for, each once. */
export const readReferenced = async (
  db: Kysely<Database>,
  accountId: string,
  ...wanted: readonly ResourceQuery[]
): Promise<ReferencedResources> => {
  const types = distinct(wanted.flatMap((each) => each.all ?? []));
  const ids = distinct(wanted.flatMap((each) => each.ids ?? []));
  const names = distinct(wanted.flatMap((each) => each.streams ?? []));
  const whole = new Map<ResourceType, readonly Resource[]>();
  for (const type of types) whole.set(type, await listResources(db, accountId, type));
  const named = await findResources(db, accountId, ids);
  const told = named.flatMap((each) => (each.type === "scopes" ? payloadIds(each.config) : []));
  const ofScopes = await findResources(db, accountId, distinct(told));
  const streams = await findStreams(db, accountId, names);
  return new ReferencedResources([...named, ...ofScopes, ...streams], whole);
};

const distinct = <V>(values: readonly V[]): V[] => [...new Set(values)];
