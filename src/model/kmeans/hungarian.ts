// Pairing of rows and columns with the maximum total gain: the Hungarian method in the form of Jonker and
// Volgenant, cubic in the size. Personas use it to find the new cluster of each existing persona.

/** `gain[row][column]`; the column of each row, or null where there are fewer columns than rows. */
export const bestPairing = (gain: readonly (readonly number[])[]): (number | null)[] => {
  const columns = gain[0]?.length ?? 0;
  const size = Math.max(gain.length, columns);
  const cost = (row: number, column: number): number => -(gain[row]?.[column] ?? 0);
  const rowOf = assignedRows(size, cost);
  const pairs = new Array<number | null>(gain.length).fill(null);
  rowOf.forEach((row, column) => {
    if (row < gain.length && column < columns) pairs[row] = column;
  });
  return pairs;
};

/** The row of each column with the minimum total cost. Rows are added one by one along the cheapest augmenting path. */
const assignedRows = (size: number, cost: (row: number, column: number) => number): number[] => {
  const rowPrice = new Array<number>(size).fill(0);
  const columnPrice = new Array<number>(size + 1).fill(0);
  const rowOf = new Array<number>(size + 1).fill(-1);
  for (let row = 0; row < size; row++) {
    const { slack, from, visited, free } = cheapestPath(row, size, cost, rowPrice, columnPrice, rowOf);
    for (const column of visited) {
      rowPrice[rowOf[column]!]! += slack[free]! - slack[column]!;
      columnPrice[column]! -= slack[free]! - slack[column]!;
    }
    for (let column = free; column !== size; column = from[column]!) rowOf[column] = rowOf[from[column]!]!;
  }
  return rowOf.slice(0, size);
};

/** Dijkstra over columns, from a virtual last one that holds the new row, to the first free column. */
const cheapestPath = (
  row: number,
  size: number,
  cost: (row: number, column: number) => number,
  rowPrice: readonly number[],
  columnPrice: readonly number[],
  rowOf: number[],
) => {
  const slack = new Array<number>(size + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Array<number>(size + 1).fill(size);
  const visited: number[] = [];
  rowOf[size] = row;
  slack[size] = 0;
  let at = size;
  while (rowOf[at] !== -1) {
    visited.push(at);
    const holder = rowOf[at]!;
    for (let column = 0; column < size; column++) {
      if (visited.includes(column)) continue;
      const reached = slack[at]! + cost(holder, column) - rowPrice[holder]! - columnPrice[column]!;
      if (reached >= slack[column]!) continue;
      slack[column] = reached;
      from[column] = at;
    }
    at = nearestUnvisited(slack, visited, size);
  }
  return { slack, from, visited, free: at };
};

const nearestUnvisited = (slack: readonly number[], visited: readonly number[], size: number): number => {
  let nearest = -1;
  for (let column = 0; column < size; column++)
    if (!visited.includes(column) && (nearest === -1 || slack[column]! < slack[nearest]!)) nearest = column;
  return nearest;
};
