// What a resource is made of, and what is made of it, near and far.

import type { Edge } from "./layout.js";

/** Ids that are reached by following edges, without the one begun with. */
export const upstreamOf = (id: string, edges: readonly Edge[]): ReadonlySet<string> =>
  reach(id, (one) => edges.filter(({ to }) => to === one).map(({ from }) => from));

export const downstreamOf = (id: string, edges: readonly Edge[]): ReadonlySet<string> =>
  reach(id, (one) => edges.filter(({ from }) => from === one).map(({ to }) => to));

const reach = (id: string, next: (id: string) => string[]): ReadonlySet<string> => {
  const reached = new Set<string>();
  const waiting = next(id);
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (one === id || reached.has(one)) continue;
    reached.add(one);
    waiting.push(...next(one));
  }
  return reached;
};
