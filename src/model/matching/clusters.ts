// Clusters of linked records with constraints. Matches are not transitive: a record that could be the
// father's or the son's would merge both into one person. So links are applied from the most certain on,
// unless one would join two records that must stay apart. Each cluster keeps the set of clusters that it must
// not join; when two merge, the smaller set moves into the larger.

import { keyWeight, numberWeight, tentativeWeight } from "../../domain/people/matching.js";
import { connectedComponents } from "../numeric/connected-components.js";
import { adoptions, type TentativeLinks } from "./adoption.js";

/** Pairs of nodes. */
export interface Pairs {
  left: Int32Array;
  right: Int32Array;
}

/**
 * A weight of Infinity marks the owner's decisions, `numberWeight` the owner's numbers of people, and
 * `tentativeWeight` what a nameless record, on the left, shares with somebody. `isRow`: 1 for a link by a row
 * of a file; `isMove`: 1 for a match by name alone.
 */
export interface Links extends Pairs {
  weight: Float64Array;
  isRow: Uint8Array;
  isMove: Uint8Array;
}

export interface Constraints {
  /** Two people, unless the owner says otherwise. */
  apart: Pairs;
  /** Records whose people are two, unless more than a name joins them. */
  contradicted?: Pairs;
  /** Two people, as the owner decided. */
  ownerApart?: Pairs;
}

/**
 * The smallest node of its cluster, for each of `nodes` nodes; the order of links does not matter. No link
 * joins what the owner keeps apart, and only the owner's links and numbers join what is `apart` otherwise.
 * The owner's links join people whole: a record stays with its person although it is unlike the other one.
 * Somebody who moved is joined after all others, so that all records of both places tell whether they are one.
 * Nameless records are adopted last.
 */
export const clusterLinks = (
  nodes: number,
  links: Links,
  { apart, contradicted = none, ownerApart = none }: Constraints,
): Int32Array => {
  const component = connectedComponents(nodes, links.left, links.right);
  const tentative = tentativeLinks(links);
  const contested = contestedComponents(component, [apart, contradicted, ownerApart, tentative]);
  if (!contested.includes(1)) return component;
  const isContested = (node: number) => contested[component[node]!] === 1;
  const order = mostCertainFirst(links, isContested);
  const count = (weight: number) => order.findLastIndex((link) => links.weight[link]! >= weight) + 1;
  const [owners, decided] = [count(Number.POSITIVE_INFINITY), count(numberWeight)];
  const settled = order.findLastIndex((link) => links.isMove[link] === 0) + 1;
  const clustered = (from: number, parted: Pairs): Clusters => {
    const clusters = new Clusters(component.map((root, node) => (isContested(node) ? node : root)));
    clusters.keepApart(ownerApart);
    clusters.join(links, order.subarray(from, decided));
    clusters.keepApart(parted);
    clusters.join(links, order.subarray(decided, settled));
    clusters.keepApart(contradicted);
    clusters.join(links, order.subarray(settled));
    return clusters;
  };
  const merges = order.subarray(0, owners);
  const clusters = clustered(
    0,
    owners === 0 ? apart : unmerged(apart, clustered(owners, apart), links, merges),
  );
  const { from, into } = adoptions(clusters.smallest(), tentative);
  for (let pair = 0; pair < from.length; pair++) clusters.joinPair(from[pair]!, into[pair]!);
  return clusters.smallest();
};

/** Natural log-odds by which a match must be likelier than another: four to one. */
const minLead = Math.log(4);

/**
 * Without the matches of a record that could as well be another's: `S. Sharma` is Sanjay or Sita, of one house.
 * `apart`: two people, ascending by the left one.
 */
export const withoutAmbiguous = (nodes: number, links: Links, apart: Pairs): Links => {
  const { starts, ends, weights, positions } = neighbours(nodes, links);
  const isDropped = new Uint8Array(links.left.length);
  const [weightOf, linkOf] = [new Float64Array(nodes), new Int32Array(nodes).fill(-1)];
  const each = (node: number, visit: (other: number, at: number) => void) => {
    for (let at = starts[node]!; at < starts[node + 1]!; at++) visit(ends[at]!, at);
  };
  for (let begin = 0, end = 0; begin < apart.left.length; begin = end) {
    const one = apart.left[begin]!;
    each(one, (other, at) => {
      weightOf[other] = weights[at]!;
      linkOf[other] = positions[at]!;
    });
    for (; end < apart.left.length && apart.left[end] === one; end++)
      each(apart.right[end]!, (other, at) => {
        if (linkOf[other]! < 0) return;
        const lead = weightOf[other]! - weights[at]!;
        if (lead < minLead && weightOf[other]! < keyWeight) isDropped[linkOf[other]!] = 1;
        if (-lead < minLead && weights[at]! < keyWeight) isDropped[positions[at]!] = 1;
      });
    each(one, (other) => {
      linkOf[other] = -1;
    });
  }
  return isDropped.includes(1) ? chosenLinks(links, (link) => isDropped[link] === 0) : links;
};

/** The links of each node, those of nameless records left out: `starts` by node, and by place the rest. */
const neighbours = (nodes: number, { left, right, weight }: Links) => {
  const starts = new Int32Array(nodes + 1);
  const isCounted = (link: number) => weight[link] !== tentativeWeight;
  const sides = [
    [left, right],
    [right, left],
  ] as const;
  for (const [from] of sides)
    from.forEach((node, link) => {
      if (isCounted(link)) starts[node + 1]!++;
    });
  for (let node = 0; node < nodes; node++) starts[node + 1]! += starts[node]!;
  const next = starts.slice();
  const ends = new Int32Array(starts[nodes]!);
  const [weights, positions] = [new Float64Array(ends.length), new Int32Array(ends.length)];
  for (const [from, to] of sides)
    from.forEach((node, link) => {
      if (!isCounted(link)) return;
      const at = next[node]!++;
      ends[at] = to[link]!;
      weights[at] = weight[link]!;
      positions[at] = link;
    });
  return { starts, ends, weights, positions };
};

export const chosenLinks = (
  { left, right, weight, isRow, isMove }: Links,
  isChosen: (link: number) => boolean,
): Links => {
  const chosen = Uint32Array.from(left.keys()).filter(isChosen);
  return {
    left: Int32Array.from(chosen, (link) => left[link]!),
    right: Int32Array.from(chosen, (link) => right[link]!),
    weight: Float64Array.from(chosen, (link) => weight[link]!),
    isRow: Uint8Array.from(chosen, (link) => isRow[link]!),
    isMove: Uint8Array.from(chosen, (link) => isMove[link]!),
  };
};

/** The pairs of people whom the owner's merges do not make one. `found`: people without the merges. */
const unmerged = ({ left, right }: Pairs, found: Clusters, links: Pairs, merges: Uint32Array): Pairs => {
  const person = found.smallest();
  const side = (nodes: Int32Array) => Int32Array.from(merges, (link) => person[nodes[link]!]!);
  const merged = connectedComponents(person.length, side(links.left), side(links.right));
  const kept = Uint32Array.from(left.keys()).filter(
    (pair) => merged[person[left[pair]!]!] !== merged[person[right[pair]!]!],
  );
  return {
    left: Int32Array.from(kept, (pair) => left[pair]!),
    right: Int32Array.from(kept, (pair) => right[pair]!),
  };
};

const none: Pairs = { left: new Int32Array(0), right: new Int32Array(0) };

const tentativeLinks = ({ left, right, weight, isRow }: Links): TentativeLinks => {
  const chosen = Uint32Array.from(left.keys()).filter((link) => weight[link] === tentativeWeight);
  return {
    left: Int32Array.from(chosen, (link) => left[link]!),
    right: Int32Array.from(chosen, (link) => right[link]!),
    isRow: Uint8Array.from(chosen, (link) => isRow[link]!),
  };
};

/** 1 by root for components in which two nodes must stay apart. All others are clusters as they are. */
const contestedComponents = (component: Int32Array, pairs: readonly Pairs[]): Uint8Array => {
  const contested = new Uint8Array(component.length);
  for (const { left, right } of pairs)
    for (let i = 0; i < left.length; i++)
      if (component[left[i]!] === component[right[i]!]) contested[component[left[i]!]!] = 1;
  return contested;
};

/** Matches by name alone are last. */
const mostCertainFirst = (
  { left, right, weight, isMove }: Links,
  isIncluded: (node: number) => boolean,
): Uint32Array =>
  Uint32Array.from(left.keys())
    .filter((link) => weight[link] !== tentativeWeight && isIncluded(left[link]!))
    .sort(
      (a, b) =>
        isMove[a]! - isMove[b]! ||
        compare(weight[b]!, weight[a]!) ||
        left[a]! - left[b]! ||
        right[a]! - right[b]!,
    );

/** Infinity minus Infinity is NaN. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);

class Clusters {
  private readonly smallestOf: Int32Array;
  /** Roots that a root must not join, by root. */
  private readonly conflicts = new Map<number, Set<number>>();

  /** Every node points to the root of its cluster. */
  constructor(private readonly parent: Int32Array) {
    this.smallestOf = Int32Array.from(parent.keys());
  }

  /** Pairs that are joined already stay joined. */
  keepApart({ left, right }: Pairs): void {
    for (let i = 0; i < left.length; i++) {
      const [a, b] = [this.rootOf(left[i]!), this.rootOf(right[i]!)];
      if (a === b) continue;
      this.conflictsOf(a).add(b);
      this.conflictsOf(b).add(a);
    }
  }

  join({ left, right }: Pairs, order: Uint32Array): void {
    for (const link of order) this.joinPair(left[link]!, right[link]!);
  }

  joinPair(left: number, right: number): void {
    const [a, b] = [this.rootOf(left), this.rootOf(right)];
    if (a === b || this.conflicts.get(a)?.has(b)) return;
    if (this.conflictCount(a) < this.conflictCount(b)) this.merge(a, b);
    else this.merge(b, a);
  }

  smallest(): Int32Array {
    return this.parent.map((_, node) => this.smallestOf[this.rootOf(node)]!);
  }

  private merge(from: number, into: number): void {
    this.parent[from] = into;
    this.smallestOf[into] = Math.min(this.smallestOf[into]!, this.smallestOf[from]!);
    for (const other of this.conflicts.get(from) ?? []) {
      this.conflicts.get(other)!.delete(from);
      this.conflicts.get(other)!.add(into);
      this.conflictsOf(into).add(other);
    }
    this.conflicts.delete(from);
  }

  private conflictsOf(root: number): Set<number> {
    const conflicts = this.conflicts.get(root) ?? new Set<number>();
    this.conflicts.set(root, conflicts);
    return conflicts;
  }

  private conflictCount(root: number): number {
    return this.conflicts.get(root)?.size ?? 0;
  }

  private rootOf(node: number): number {
    let at = node;
    while (this.parent[at] !== at) {
      this.parent[at] = this.parent[this.parent[at]!]!;
      at = this.parent[at]!;
    }
    return at;
  }
}
