// Archiving of resources: an archived resource is out of use and keeps its last result. A resource in use
// never reads an archived one, so a resource is archived together with everything that reads it, and
// unarchived together with everything that it reads. A stream or trait comes from any of its datasets: it is
// archived with the last of them, and unarchived with the first.

import { downstreamOf, type Edge, upstreamOf } from "./graph.js";
import type { ResourceType } from "./resource.js";

export interface Shelved {
  id: string;
  type: ResourceType;
  isArchived: boolean;
}

/** The further resources that may move too: all that must, or only these ids. */
export interface Cascade {
  all: boolean;
  to: readonly string[];
}

export interface Move {
  /** The resources that move, in the order of `resources`. */
  ids: string[];
  /** Resources that would have to move too but may not; then nothing moves. */
  blockers: string[];
  /** Ids of the cascade that are unrelated to the resource. */
  unrelated: string[];
}

export const planArchive = (
  resources: readonly Shelved[],
  edges: readonly Edge[],
  id: string,
  cascade: Cascade,
): Move => {
  const shelf = new Shelf(resources, edges);
  const leaving = shelf.losing(id);
  const users = [...leaving].filter((user) => user !== id && !shelf.isEmitted(user));
  return {
    ids: shelf.inOrder(leaving, ({ isArchived }) => !isArchived),
    blockers: cascade.all ? [] : users.filter((user) => !cascade.to.includes(user)),
    unrelated: cascade.to.filter((other) => !downstreamOf(edges, [id]).has(other)),
  };
};

export const planUnarchive = (
  resources: readonly Shelved[],
  edges: readonly Edge[],
  id: string,
  cascade: Cascade,
): Move => {
  const shelf = new Shelf(resources, edges);
  const users = downstreamOf(edges, [id]);
  const relatives = new Set([...users, ...upstreamOf(edges, [id, ...users])]);
  const returning = shelf.withEmitted([id, ...(cascade.all ? relatives : cascade.to)]);
  const needed = upstreamOf(shelf.references, [...returning]);
  return {
    ids: shelf.inOrder(returning, ({ isArchived }) => isArchived),
    blockers: shelf.inOrder(needed, ({ isArchived }) => isArchived),
    unrelated: cascade.to.filter((other) => !relatives.has(other)),
  };
};

class Shelf {
  private readonly byId: Map<string, Shelved>;
  /** Edges to streams and traits come from their datasets; all others come from a configuration's dependencies. */
  readonly references: Edge[];
  private readonly outputs: Edge[];

  constructor(
    private readonly resources: readonly Shelved[],
    edges: readonly Edge[],
  ) {
    this.byId = new Map(resources.map((resource) => [resource.id, resource]));
    this.references = edges.filter(({ downstream }) => !this.isEmitted(downstream));
    this.outputs = edges.filter(({ downstream }) => this.isEmitted(downstream));
  }

  isEmitted(id: string): boolean {
    const type = this.byId.get(id)?.type;
    return type === "streams" || type === "traits";
  }

  inOrder(ids: ReadonlySet<string>, isMeant: (resource: Shelved) => boolean): string[] {
    return this.resources.filter((resource) => ids.has(resource.id) && isMeant(resource)).map(({ id }) => id);
  }

  /** The resources in use that depend on this one, including itself. */
  losing(id: string): Set<string> {
    const first = [id, ...this.emittedByNoOther(id)];
    const users = [...downstreamOf(this.references, first)].filter((user) => this.isUsed(user));
    return new Set([...first, ...users]);
  }

  /** These resources with the streams and traits of the datasets among them. */
  withEmitted(ids: readonly string[]): Set<string> {
    const streams = this.outputs.filter(({ upstream }) => ids.includes(upstream));
    return new Set([...ids, ...streams.map(({ downstream }) => downstream)]);
  }

  private emittedByNoOther(goingId: string): string[] {
    const fed = this.outputs.filter(({ upstream }) => upstream === goingId);
    return fed
      .map(({ downstream }) => downstream)
      .filter((stream) => this.isUsed(stream))
      .filter((stream) => !this.outputs.some((output) => this.stillFeeds(output, stream, goingId)));
  }

  private stillFeeds({ upstream, downstream }: Edge, stream: string, goingId: string): boolean {
    return downstream === stream && upstream !== goingId && this.isUsed(upstream);
  }

  private isUsed(id: string): boolean {
    return this.byId.get(id)?.isArchived === false;
  }
}
