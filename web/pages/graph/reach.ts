// Everything upstream and downstream of a resource.

export interface Edge {
  from: string;
  to: string;
}

/** Ids that edges lead from, near and far, without `id` itself. */
export const upstreamOf = (id: string, edges: readonly Edge[]): ReadonlySet<string> =>
  reach(id, (one) => edges.filter(({ to }) => to === one).map(({ from }) => from));

export const downstreamOf = (id: string, edges: readonly Edge[]): ReadonlySet<string> =>
  reach(id, (one) => edges.filter(({ from }) => from === one).map(({ to }) => to));

const reach = (id: string, next: (id: string) => string[]): ReadonlySet<string> => {
  const reached = new Set<string>();
  const pending = next(id);
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (one === id || reached.has(one)) continue;
    reached.add(one);
    pending.push(...next(one));
  }
  return reached;
};
