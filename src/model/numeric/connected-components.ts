// Connected components of a graph, by union of the smaller index with path halving (Tarjan & van Leeuwen
// 1984). Every node points to a smaller one of its component, and the root to itself: it is the smallest
// index, whatever the order of edges.

/** For each node, the smallest index in its component. Edge i joins `left[i]` and `right[i]`. */
export const connectedComponents = (nodes: number, left: Int32Array, right: Int32Array): Int32Array => {
  const parent = new Int32Array(nodes);
  for (let node = 0; node < nodes; node++) parent[node] = node;
  for (let i = 0; i < left.length; i++) unite(parent, left[i]!, right[i]!);
  // A parent is never larger than its child, so one ascending pass reaches every root.
  for (let node = 0; node < nodes; node++) parent[node] = parent[parent[node]!]!;
  return parent;
};

const unite = (parent: Int32Array, left: number, right: number): void => {
  const a = rootOf(parent, left);
  const b = rootOf(parent, right);
  if (a < b) parent[b] = a;
  else parent[a] = b;
};

const rootOf = (parent: Int32Array, node: number): number => {
  let at = node;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]!]!;
    at = parent[at]!;
  }
  return at;
};
