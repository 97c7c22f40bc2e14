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

/** Zeroed arrays as laid out, and loops that work on these and no others. */
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

/** Bins that send a row right: `span` of them beginning with `from`. */
export interface RightBins {
  from: number;
  span: number;
}

/** Where a search for cuts keeps the best so far: its gain as a fraction, the cut, and the sums to the left of it. */
export const best = { numerator: 0, denominator: 1, cut: 2, gradient: 3, hessian: 4 } as const;

export interface Kernel {
  /** Bin of each value, to `bins[at]` and every eighth place after: how many of 255 edges lie below it. */
  assignBins(
    values: Float32Array,
    count: number,
    edges: Float32Array,
    missing: number,
    bins: Uint8Array,
    at: number,
  ): void;
  /** Log-loss derivatives of as many rows as there are labels, in whole units, rounded by chance. */
  packGradients(
    score: Float64Array,
    label: Uint8Array,
    weight: Float64Array | null,
    sigmoids: Float64Array,
    chance: number,
    units: Units,
    packed: Float64Array,
  ): void;
  /** to[i] = from[index[start + i]] */
  gather(from: Float64Array, index: Int32Array, start: number, count: number, to: Float64Array): void;
  /** Adds packed numbers to the bins of eight features; those of the rows begin at `bins[at]`. */
  addRows(
    bins: Uint8Array,
    at: number,
    index: Int32Array,
    start: number,
    count: number,
    packed: Float64Array,
    sums: Float64Array,
  ): void;
  /** Moves the packed sums of one feature into its histogram, which begins at `histogram[to]`. */
  unpack(sums: Float64Array, lane: number, count: number, histogram: Float64Array, to: number): void;
  subtract(from: Float64Array, part: Float64Array): void;
  /**
   * Looks for a cut after bin 0 … `last` that beats the best so far, and if there is one puts it in its place. The left
   * side begins with the first gradient and hessian. A gain is twice what both sides take off the loss.
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
  ): boolean;
  /** Brings the rows that go left to the front, each side in its old order; returns how many these are. */
  partition(
    bins: Uint8Array,
    at: number,
    index: Int32Array,
    start: number,
    count: number,
    right: RightBins,
    aside: Int32Array,
  ): number;
  addValue(index: Int32Array, start: number, count: number, value: number, score: Float64Array): void;
  /** Adds to each row its leaf of one tree; four words a node: bins, first bin to the right, how many, left child. */
  walkBins(
    bins: Uint8Array,
    index: Int32Array,
    start: number,
    count: number,
    nodes: Int32Array,
    values: Float64Array,
    score: Float64Array,
  ): void;
  /** Adds to each row of a block, a multiple of four, its leaves of all trees; see forest.ts for the nodes. */
  walkBlock(
    nodes: Int32Array,
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

export const layOut = <L extends Layout>(layout: L, buffer: ArrayBuffer): Laid<L> => {
  let at = firstByte;
  const laid = Object.entries(layout).map(([name, [kind, length]]) => {
    const array = viewOf(kind, buffer, at, length);
    at += padded(array.byteLength);
    return [name, array];
  });
  return Object.fromEntries(laid);
};

const padded = (bytes: number): number => Math.ceil(bytes / 16) * 16;

const viewOf = (kind: keyof Arrays, buffer: ArrayBuffer, at: number, length: number) => {
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
