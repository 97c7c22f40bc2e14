// Graph of an account's resources, which has no cycles: an edge leads from a resource to one that reads it.

export interface Edge {
  upstream: string;
  downstream: string;
}

/** All resources that read one of these, directly or indirectly, without these. */
export const downstreamOf = (edges: readonly Edge[], ids: readonly string[]): Set<string> =>
  reached(edges, ids, ({ upstream, downstream }) => [upstream, downstream]);

/** All resources that these read, directly or indirectly, without these. */
export const upstreamOf = (edges: readonly Edge[], ids: readonly string[]): Set<string> =>
  reached(edges, ids, ({ upstream, downstream }) => [downstream, upstream]);

const reached = (
  edges: readonly Edge[],
  starts: readonly string[],
  direction: (edge: Edge) => [from: string, to: string],
): Set<string> => {
  const next = new Map<string, string[]>();
  for (const [from, to] of edges.map(direction)) next.set(from, [...(next.get(from) ?? []), to]);
  const found = new Set<string>();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const neighbour of next.get(id) ?? [])
      if (!found.has(neighbour) && !starts.includes(neighbour)) {
        found.add(neighbour);
        open.push(neighbour);
      }
  return found;
};
