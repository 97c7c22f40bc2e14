// Adoption: a nameless record, such as a guest's order, goes to the one person who has its contact. Which of
// a family that is shows only once their records are clusters. A row alone, of a guest's order shipped to
// somebody, hands the contact over only if nobody else has it and the recipient is known from this guest's
// rows alone: the guest may have sent a gift.

/** `left`: nameless nodes, `right`: nodes with which they share a contact or, with 1 in `isRow`, a row. */
export interface TentativeLinks {
  left: Int32Array;
  right: Int32Array;
  isRow: Uint8Array;
}

interface Candidates {
  byContact: Set<number>;
  byRow: Set<number>;
  /** Nodes in its rows. */
  recipients: Set<number>;
}

/**
 * Pairs of clusters to join, by their smallest nodes: the nameless one and its person, ascending. `cluster`:
 * the smallest node of its cluster, by node.
 */
export const adoptions = (cluster: Int32Array, links: TentativeLinks): [from: number, into: number][] => {
  if (links.left.length === 0) return [];
  const candidates = candidatesOf(cluster, links, namedClusters(cluster, links));
  const sizes = sizesOf(cluster);
  const hasOtherRecords = (into: number, recipients: ReadonlySet<number>): boolean =>
    [...recipients].filter((node) => cluster[node] === into).length < sizes.get(into)!;
  return [...candidates.keys()]
    .sort((a, b) => a - b)
    .flatMap((from) => {
      const { byContact, byRow, recipients } = candidates.get(from)!;
      const into = only(byContact) ?? only(common(byRow, byContact));
      if (into !== null) return [[from, into]];
      const recipient = byContact.size === 0 ? only(byRow) : null;
      return recipient === null || hasOtherRecords(recipient, recipients) ? [] : [[from, recipient]];
    });
};

const common = (some: ReadonlySet<number>, others: ReadonlySet<number>): Set<number> =>
  new Set([...some].filter((one) => others.has(one)));

const only = (of: ReadonlySet<number>): number | null => (of.size === 1 ? [...of][0]! : null);

const sizesOf = (cluster: Int32Array): Map<number, number> => {
  const sizes = new Map<number, number>();
  for (const smallest of cluster) sizes.set(smallest, (sizes.get(smallest) ?? 0) + 1);
  return sizes;
};

/** By smallest node: 1 for clusters with a node that is not nameless. */
const namedClusters = (cluster: Int32Array, { left }: TentativeLinks): Uint8Array => {
  const isNameless = new Uint8Array(cluster.length);
  for (const node of left) isNameless[node] = 1;
  const isNamed = new Uint8Array(cluster.length);
  cluster.forEach((smallest, node) => {
    if (!isNameless[node]) isNamed[smallest] = 1;
  });
  return isNamed;
};

/** By nameless cluster. */
const candidatesOf = (
  cluster: Int32Array,
  { left, right, isRow }: TentativeLinks,
  isNamed: Uint8Array,
): Map<number, Candidates> => {
  const found = new Map<number, Candidates>();
  for (let link = 0; link < left.length; link++) {
    const [from, into] = [cluster[left[link]!]!, cluster[right[link]!]!];
    if (isNamed[from] || !isNamed[into]) continue;
    const of = found.get(from) ?? { byContact: new Set(), byRow: new Set(), recipients: new Set() };
    found.set(from, of);
    (isRow[link] ? of.byRow : of.byContact).add(into);
    if (isRow[link]) of.recipients.add(right[link]!);
  }
  return found;
};
