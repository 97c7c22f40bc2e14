// The graph of resources: everything upstream and downstream of one, and the layout of all. Layers run from
// left to right, as data flows, with few crossings. Dagre computes it (Gansner et al., "A technique for
// drawing directed graphs", 1993).

import { Graph, layout } from "@dagrejs/dagre";

interface Size {
  width: number;
  height: number;
  /** Between layers. */
  gapX: number;
  gapY: number;
}

export interface Point {
  x: number;
  y: number;
}

interface Layout {
  width: number;
  height: number;
  /** The top left corner of each box, by id. */
  places: ReadonlyMap<string, Point>;
  /** The points that the line of each edge passes through, from the right of one box to the left of the other. */
  lines: readonly { edge: Edge; points: readonly Point[] }[];
}

/** Edges to ids that are not given are left out. */
export const layOut = (ids: readonly string[], edges: readonly Edge[], size: Size): Layout => {
  if (ids.length === 0) return { width: 0, height: 0, places: new Map(), lines: [] };
  const { width, height, gapX, gapY } = size;
  const graph = new Graph({ multigraph: false });
  graph.setGraph({ rankdir: "LR", ranksep: gapX, nodesep: gapY, edgesep: gapY });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { width, height });
  const drawn = edges.filter(({ from, to }) => graph.hasNode(from) && graph.hasNode(to));
  for (const { from, to } of drawn) graph.setEdge(from, to);
  layout(graph);
  const places = new Map(
    ids.map((id) => {
      const { x, y } = graph.node(id) as Point;
      return [id, { x: x - width / 2, y: y - height / 2 }];
    }),
  );
  const { width: whole, height: tall } = graph.graph() as { width: number; height: number };
  return {
    width: whole,
    height: tall,
    places,
    lines: drawn.map((edge) => {
      const { points } = graph.edge(edge.from, edge.to) as { points: Point[] };
      const [from, to] = [places.get(edge.from)!, places.get(edge.to)!];
      // Dagre ends a line where it would meet the box on the way to its centre; ours meet the middle of a side.
      return {
        edge,
        points: [
          { x: from.x + width, y: from.y + height / 2 },
          ...points.slice(1, -1),
          { x: to.x, y: to.y + height / 2 },
        ],
      };
    }),
  };
};

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
