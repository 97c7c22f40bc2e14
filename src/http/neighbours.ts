// The other resources of the account that checking or showing one of them looks at, read once per request.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { type ResourceType, singular } from "../domain/resource.js";
import { refuse } from "../errors/refusal.js";
import { listResources, type Resource } from "../store/resources.js";

export class Neighbours {
  constructor(private readonly resources: readonly Resource[]) {}

  all<T extends ResourceType>(type: T): Resource<T>[] {
    return this.resources.filter((resource) => resource.type === type) as Resource<T>[];
  }

  find<T extends ResourceType>(type: T, id: string | undefined): Resource<T> | undefined {
    return this.all(type).find((resource) => resource.id === id);
  }

  /** The id; refuses `reference-unknown`. `field` is where the id was written. */
  require(type: ResourceType, id: string, field: string): string {
    if (this.find(type, id)) return id;
    throw refuse("reference-unknown", { field, id, type: singular[type] }, [
      {
        path: field,
        message: `is no ${singular[type]} of this account`,
        context: { errorType: "unknown_reference" },
      },
    ]);
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
