// The `bellwether graph` command: the dependency tree, each resource below the ones that it reads. A resource
// that reads several is drawn in full once, and by its name alone after that.

import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { printAnswer } from "../resources/show.js";
import { types } from "../resources/types.js";
import type { GraphEdge } from "../waiting.js";

export const graph = command({
  usage: "graph [--json]",
  text: "Shows how resources depend on each other, with the status of each.",
  options: { ...connection, ...asJson },
  operands: [0, 0],
  async run({ values }, terminal) {
    const edges = await connect(values, terminal).get<GraphEdge[]>("/graph");
    if (values.json) return printAnswer(terminal.out, edges, true);
    for (const line of treeOf(edges)) terminal.out.write(`${line}\n`);
  },
});

interface Node {
  id: string;
  type: string;
  name: string;
  status: string;
}

/** One line for each node of the tree. */
export const treeOf = (edges: readonly GraphEdge[]): string[] => {
  const nodes = new Map<string, Node>();
  const readers = new Map<string, string[]>();
  for (const edge of edges) {
    for (const node of endsOf(edge)) nodes.set(node.id, node);
    readers.set(edge.upstream_id, [...(readers.get(edge.upstream_id) ?? []), edge.downstream_id]);
  }
  const read = new Set(edges.map(({ downstream_id }) => downstream_id));
  const roots = [...nodes.keys()].filter((id) => !read.has(id));
  return new Tree(nodes, readers).roots(roots);
};

class Tree {
  private readonly drawn = new Set<string>();

  constructor(
    private readonly nodes: ReadonlyMap<string, Node>,
    private readonly readers: ReadonlyMap<string, readonly string[]>,
  ) {}

  roots(ids: readonly string[]): string[] {
    return this.sorted(ids).flatMap((node) => this.drawing(node, "", ""));
  }

  private drawing(node: Node, before: string, below: string): string[] {
    const readers = this.readers.get(node.id) ?? [];
    const label = before + labelOf(node);
    if (this.drawn.has(node.id)) return [readers.length > 0 ? `${label} (see above)` : label];
    this.drawn.add(node.id);
    return [label, ...this.branches(readers, below)];
  }

  private branches(ids: readonly string[], indent: string): string[] {
    return this.sorted(ids).flatMap((node, i) => {
      const isLast = i === ids.length - 1;
      return this.drawing(node, indent + (isLast ? "└ " : "├ "), indent + (isLast ? "  " : "│ "));
    });
  }

  private sorted(ids: readonly string[]): Node[] {
    const found = ids.map((id) => this.nodes.get(id)!);
    return found.sort((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1));
  }
}

const orderKey = ({ type, name, id }: Node): string =>
  `${String(types.findIndex(({ path }) => path === type)).padStart(3, "0")} ${name} ${id}`;

const endsOf = (edge: GraphEdge): [Node, Node] => [
  {
    id: edge.upstream_id,
    type: edge.upstream_type,
    name: edge.upstream_literate,
    status: edge.upstream_status,
  },
  {
    id: edge.downstream_id,
    type: edge.downstream_type,
    name: edge.downstream_literate,
    status: edge.downstream_status,
  },
];

const labelOf = ({ type, name, status }: Node): string =>
  `${types.find(({ path }) => path === type)?.noun ?? type} ${name}: ${status}`;
