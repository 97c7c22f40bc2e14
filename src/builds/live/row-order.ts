// Sorted rows: the rows of a person from the last build together with those that came since, in the order of the
// engine's "order by all": column after column, and what is not known last.

export const sortedRows = (before: Float64Array, since: readonly number[], width: number): Float64Array => {
  if (since.length === 0) return before;
  const all = new Float64Array(before.length + since.length);
  all.set(before);
  all.set(since, before.length);
  const order = Array.from({ length: all.length / width }, (_, row) => row * width);
  order.sort((a, b) => compareRows(all, a, b, width));
  const sorted = new Float64Array(all.length);
  for (const [row, from] of order.entries()) sorted.set(all.subarray(from, from + width), row * width);
  return sorted;
};

const compareRows = (all: Float64Array, a: number, b: number, width: number): number => {
  for (let column = 0; column < width; column++) {
    const order = compareNumbers(all[a + column]!, all[b + column]!);
    if (order !== 0) return order;
  }
  return 0;
};

const compareNumbers = (a: number, b: number): number => {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
};
