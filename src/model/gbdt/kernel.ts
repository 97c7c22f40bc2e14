// Boosting spends its time in a dozen loops over numbers in one stretch of memory. They are written twice, in TypeScript and
// for WebAssembly, with the same operations in the same order: a model does not depend on which of the two has learned it.

interface Arrays {
  u8: Uint8Array;
  i32: Int32Array;
  f32: Float32Array;
  f64: Float64Array;
}

/** Names the arrays a caller needs, with their kinds and lengths. */
export type Layout = Record<string, readonly [kind: keyof Arrays, length: number]>;
export type Laid<L extends Layout> = { [Name in keyof L]: Arrays[L[Name][0]] };

/** Arrays as laid out, whatever they hold, and loops that work on these and no others. */
export interface Opened<L extends Layout> {
  memory: Laid<L>;
  kernel: Kernel;
}
export type OpenKernel = <const L extends Layout>(layout: L) => Opened<L>;

/** Bins of eight features stand side by side in every row, so that one read brings them all. */
export const lanes = 8;
/** Bins of one feature in the packed sums. */
export const laneBins = 256;
/** Log-odds that the table of sigmoids covers on either side of zero, and its entries to a unit. */
export const sigmoidReach = 16;
export const sigmoidSteps = 128;
/** A packed number is gradient · radix + hessian. */
export const radix = 2 ** 26;
/** The golden ratio in 32 bits: its multiples fill an interval evenly from any beginning. */
export const golden = 0x9e3779b9;

/** What one step of a rounded gradient and hessian is worth. */
export interface Units {
  gradient: number;
  hessian: number;
}

/** Of each bin that a byte can name, the side it sends a row to: 0 left, 1 right. */
export const sideBins = 256;

/** Where a search for cuts keeps the best so far: its gain as a fraction, the cut, and the sums to the left of it. */
export const best = { numerator: 0, denominator: 1, cut: 2, gradient: 3, hessian: 4 } as const;

export interface Kernel {
  /** Bin of each value from the first on, to `bins[at]` and every eighth place after: how many of 255 edges lie below it. */
  assignBins(
    values: Float32Array,
    first: number,
    count: number,
    edges: Float32Array,
    firstEdge: number,
    missing: number,
    bins: Uint8Array,
    at: number,
  ): void;
  /** Log-loss derivatives of some rows, in whole units, rounded by chance. */
  packGradients(
    score: Float64Array,
    label: Uint8Array,
    weight: Float64Array | null,
    start: number,
    count: number,
    sigmoids: Float64Array,
    chance: number,
    units: Units,
    packed: Float64Array,
  ): void;
  /** to[at + i] = from[index[start + i]] */
  gather(
    from: Float64Array,
    index: Int32Array,
    start: number,
    count: number,
    to: Float64Array,
    at: number,
  ): void;
  /**
   * Adds the packed numbers from `first` on to the bins of four or eight features, which begin at `bins[at]`. Sums are
   * those of one thread, the first of them at `sums[to]`.
   */
  addRows(
    width: 4 | 8,
    bins: Uint8Array,
    at: number,
    index: Int32Array,
    start: number,
    count: number,
    packed: Float64Array,
    first: number,
    sums: Float64Array,
    to: number,
  ): void;
  /** Moves packed sums that begin at `sums[from]` into a feature's histogram, which begins at `histogram[to]`. */
  unpack(sums: Float64Array, from: number, count: number, histogram: Float64Array, to: number): void;
  clear(numbers: Float64Array, at: number, count: number): void;
  /** numbers[from + i] −= numbers[part + i], of an even count */
  subtract(numbers: Float64Array, from: number, part: number, count: number): void;
  /**
   * Looks for a cut after bin 0 … `last` that beats the best so far, which is at `best[to]`, and if there is one puts it in
   * its place. The left side begins with the first gradient and hessian. A gain is twice what both sides take off the loss.
   */
  bestCut(
    histogram: Float64Array,
    at: number,
    last: number,
    firstGradient: number,
    firstHessian: number,
    gradient: number,
    hessian: number,
    l1: number,
    l2: number,
    minHessian: number,
    best: Float64Array,
    to: number,
  ): boolean;
  /**
   * Brings the rows that go left to the front and writes the others into the same places of `aside`, from the first on,
   * each side in its old order; returns how many go left. The sides of bins begin at `sides[to]`.
   */
  partition(
    bins: Uint8Array,
    at: number,
    index: Int32Array,
    start: number,
    count: number,
    sides: Uint8Array,
    to: number,
    aside: Int32Array,
  ): number;
  moveRows(from: Int32Array, start: number, count: number, to: Int32Array, at: number): void;
  addValue(index: Int32Array, start: number, count: number, value: number, score: Float64Array): void;
  /** Adds to each row its leaf of one tree; two words a node, where its bins are or −1, and its left child. */
  walkBins(
    bins: Uint8Array,
    index: Int32Array,
    start: number,
    count: number,
    nodes: Int32Array,
    sides: Uint8Array,
    values: Float64Array,
    score: Float64Array,
  ): void;
  /** Adds to each row of a block, a multiple of four, its leaves of all trees; see forest.ts for nodes and sets. */
  walkBlock(
    nodes: Int32Array,
    sets: Int32Array,
    roots: Int32Array,
    depths: Int32Array,
    block: Float32Array,
    rows: number,
    score: Float64Array,
  ): void;
}

/** The beginning of memory is left free: a pointer to it stands for no array. */
const firstByte = 16;
const wordBytes = { u8: 1, i32: 4, f32: 4, f64: 8 } as const;

export const bytesOf = (layout: Layout): number =>
  Object.values(layout).reduce((at, [kind, length]) => at + padded(length * wordBytes[kind]), firstByte);

export const layOut = <L extends Layout>(layout: L, buffer: ArrayBufferLike): Laid<L> => {
  let at = firstByte;
  const laid = Object.entries(layout).map(([name, [kind, length]]) => {
    const array = viewOf(kind, buffer, at, length);
    at += padded(array.byteLength);
    return [name, array];
  });
  return Object.fromEntries(laid);
};

const padded = (bytes: number): number => Math.ceil(bytes / 16) * 16;

const viewOf = (kind: keyof Arrays, buffer: ArrayBufferLike, at: number, length: number) => {
  switch (kind) {
    case "u8":
      return new Uint8Array(buffer, at, length);
    case "i32":
      return new Int32Array(buffer, at, length);
    case "f32":
      return new Float32Array(buffer, at, length);
    case "f64":
      return new Float64Array(buffer, at, length);
  }
};
