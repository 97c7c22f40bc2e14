// Reference identities: the earliest of an account. Match weights, shares of names and sizes of blocks are
// learned from them alone. Their number grows in fixed steps, so it follows from the number of identities and
// not from the moments at which builds ran.

/** Number of reference identities among `count`. Below `first`, all are reference identities. */
export const referenceSize = (count: number, first: number): number => {
  if (count < first) return count;
  let size = Math.max(1, first);
  while (nextSize(size) <= count) size = nextSize(size);
  return size;
};

/** With each step, all records are resolved again, so a step is the growth that makes this worth its cost. */
const nextSize = (size: number): number => size + Math.ceil(size / 4);
