// Builds that lead to a resource: everything upstream of it, in the order of building.

import type { Schemas } from "../../api/client.js";
import type { Status } from "../../api/kinds.js";

type Edge = Schemas["GraphEdge"];

export interface BuiltPart {
  id: string;
  kind: Edge["upstream_type"];
  name: string;
  status: Status;
}

/** Each comes before what depends on it; the resource itself is last. */
export const partsOf = (edges: readonly Edge[], id: string): BuiltPart[] => {
  const parts = new Map<string, BuiltPart>();
  const visited = new Set<string>();
  const visit = (one: string) => {
    if (visited.has(one)) return;
    visited.add(one);
    const incoming = edges.filter(({ downstream_id }) => downstream_id === one);
    for (const edge of incoming) visit(edge.upstream_id);
    const part = partIn(edges, one);
    if (part) parts.set(one, part);
  };
  visit(id);
  return [...parts.values()];
};

/** All datasets lead to the people, and everything else depends on them, though the graph does not say so. */
export const withPeople = (parts: readonly BuiltPart[], people: BuiltPart | undefined): BuiltPart[] => {
  if (!people || parts.some(({ id }) => id === people.id)) return [...parts];
  const isRead = ({ kind }: BuiltPart) => kind === "datasets" || kind === "connections";
  return [...parts.filter(isRead), people, ...parts.filter((part) => !isRead(part))];
};

const partIn = (edges: readonly Edge[], id: string): BuiltPart | undefined => {
  for (const edge of edges) {
    if (edge.downstream_id === id)
      return {
        id,
        kind: edge.downstream_type,
        name: edge.downstream_literate,
        status: edge.downstream_status,
      };
    if (edge.upstream_id === id)
      return { id, kind: edge.upstream_type, name: edge.upstream_literate, status: edge.upstream_status };
  }
  return undefined;
};
