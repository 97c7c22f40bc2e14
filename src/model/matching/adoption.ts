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

/**
 * Pairs of clusters to join, by their smallest nodes: the nameless one, ascending, and its person. `cluster`:
 * the smallest node of its cluster, by node. Memory is a few numbers for each node and link.
 */
export const adoptions = (
  cluster: Int32Array,
  links: TentativeLinks,
): { from: Int32Array; into: Int32Array } => {
  const order = candidateLinks(cluster, links);
  const sizes = sizesOf(cluster);
  const [from, into] = [new Int32Array(order.length), new Int32Array(order.length)];
  let found = 0;
  for (let begin = 0, end = 0; begin < order.length; begin = end) {
    const nameless = cluster[links.left[order[begin]!]!]!;
    while (end < order.length && cluster[links.left[order[end]!]!] === nameless) end++;
    const person = personOf(cluster, links, order.subarray(begin, end), sizes);
    if (person === null) continue;
    from[found] = nameless;
    into[found++] = person;
  }
  return { from: from.subarray(0, found), into: into.subarray(0, found) };
};

/** The person who adopts a nameless cluster, whose links are in order of the people. */
const personOf = (
  cluster: Int32Array,
  { right, isRow }: TentativeLinks,
  links: Uint32Array,
  sizes: Int32Array,
): number | null => {
  const [byContact, byRow, byBoth] = [new Single(), new Single(), new Single()];
  let recipients = 0;
  for (let begin = 0, end = 0; begin < links.length; begin = end) {
    const person = cluster[right[links[begin]!]!]!;
    let [hasContact, hasRow, last] = [false, false, -1];
    for (; end < links.length && cluster[right[links[end]!]!] === person; end++) {
      const node = right[links[end]!]!;
      if (!isRow[links[end]!]) hasContact = true;
      else {
        hasRow = true;
        if (node !== last) recipients++;
        last = node;
      }
    }
    if (hasContact) byContact.add(person);
    if (hasRow) byRow.add(person);
    if (hasContact && hasRow) byBoth.add(person);
  }
  const known = byContact.only() ?? byBoth.only();
  if (known !== null) return known;
  const recipient = byContact.count === 0 ? byRow.only() : null;
  const hasOtherRecords = recipient !== null && recipients < sizes[recipient]!;
  return hasOtherRecords ? null : recipient;
};

/** The one that was added, if there is one alone. */
class Single {
  count = 0;
  private last = -1;

  add(one: number): void {
    this.count++;
    this.last = one;
  }

  only(): number | null {
    return this.count === 1 ? this.last : null;
  }
}

/** Sizes of clusters by smallest node. */
const sizesOf = (cluster: Int32Array): Int32Array => {
  const sizes = new Int32Array(cluster.length);
  for (const smallest of cluster) sizes[smallest]!++;
  return sizes;
};

/** 1 by smallest node for clusters with a node that is not nameless. */
const namedClusters = (cluster: Int32Array, { left }: TentativeLinks): Uint8Array => {
  const isNameless = new Uint8Array(cluster.length);
  for (const node of left) isNameless[node] = 1;
  const isNamed = new Uint8Array(cluster.length);
  cluster.forEach((smallest, node) => {
    if (!isNameless[node]) isNamed[smallest] = 1;
  });
  return isNamed;
};

/** Links from nameless clusters to named ones, in order of both, and then of the nodes that they link to. */
const candidateLinks = (cluster: Int32Array, links: TentativeLinks): Uint32Array => {
  const { left, right } = links;
  const isNamed = namedClusters(cluster, links);
  const isCandidate = (link: number) => !isNamed[cluster[left[link]!]!] && isNamed[cluster[right[link]!]!];
  const found = new Uint32Array(left.length).map((_, link) => link).filter(isCandidate);
  return found.sort(
    (a, b) =>
      cluster[left[a]!]! - cluster[left[b]!]! ||
      cluster[right[a]!]! - cluster[right[b]!]! ||
      right[a]! - right[b]!,
  );
};
