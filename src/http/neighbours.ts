// The other resources of the account that checking or showing one of them looks at, read once per request.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { type ResourceType, singular } from "../domain/resource.js";
import { refuse } from "../errors/refusal.js";
import { listResources, type Resource } from "../store/resources.js";

export class Neighbours {
  private readonly byId: ReadonlyMap<string, Resource>;
  private readonly byType = new Map<ResourceType, readonly Resource[]>();

  constructor(private readonly resources: readonly Resource[]) {
    this.byId = new Map(resources.map((resource) => [resource.id, resource]));
  }

  /** In the order of lists. Picked out once for each type, for long lists ask for it once for each record. */
  all<T extends ResourceType>(type: T): readonly Resource<T>[] {
    const known = this.byType.get(type) ?? this.resources.filter((resource) => resource.type === type);
    this.byType.set(type, known);
    return known as readonly Resource<T>[];
  }

  find<T extends ResourceType>(type: T, id: string | undefined): Resource<T> | undefined {
    const found = id === undefined ? undefined : this.byId.get(id);
    return found?.type === type ? (found as Resource<T>) : undefined;
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

  /** The id of the stream with the machine name; refuses `stream-unknown` and `resource-archived`. */
  requireStream(name: string): string {
    const streams = this.all("streams");
    const stream = streams.find((candidate) => candidate.name === name);
    if (stream) return this.require("streams", stream.id, "stream_name");
    const names = streams.map((known) => known.name).sort();
    throw refuse("stream-unknown", { name, streams: names.join(", ") || "none yet" });
  }
}

export const readNeighbours = async (
  db: Kysely<Database>,
  accountId: string,
  types: readonly ResourceType[],
): Promise<Neighbours> => {
  const resources: Resource[] = [];
  for (const type of types) resources.push(...(await listResources(db, accountId, type)));
  return new Neighbours(resources);
};
