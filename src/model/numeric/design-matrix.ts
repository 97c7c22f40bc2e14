// A design matrix and its products, computed by the kernel of linear models. A block of rows passes through
// the cache once for each product with all columns, which is what a large fit waits for.

import { openLinearKernel } from "./linear-kernel.js";

/** Results are arrays of their own, unless they say that the next call overwrites them. */
export interface DesignMatrix {
  /** offset + Σ coefficient · column, one per row */
  scores(coefficients: Float64Array, offset: Float64Array): Float64Array;
  /** Σ value · column, one per column, for a value of each row */
  timesColumns(values: Float64Array): Float64Array;
  /** The weight of each row in the products that follow. */
  weigh(weight: Float64Array): void;
  /** Σ weight · column², one per column */
  weightedSquares(): Float64Array;
  /** Xᵀ W X v */
  timesSquare(v: Float64Array): Float64Array;
  /** Rows of Xᵀ W X up to its diagonal; what is above it is undefined. */
  crossProducts(): Float64Array[];
}

/** Multiples of four, so that no loop of the kernel has a rest. */
const padded = (count: number): number => Math.ceil(count / 4) * 4;

/** Columns of equal length. */
export const designMatrix = (columns: readonly Float64Array[]): DesignMatrix => {
  const count = columns.length;
  const [rows, width] = [columns[0]!.length, padded(count)];
  const height = padded(rows);
  const { memory, kernel } = openLinearKernel({
    design: ["f64", height * width],
    weight: ["f64", height],
    ofRows: ["f64", 2 * height],
    given: ["f64", width],
    products: ["f64", width],
    square: ["f64", width * width],
  });
  columns.forEach((column, j) => {
    memory.design.set(column, j * height);
  });
  const matrix = [memory.design.byteOffset, 8 * height, width] as const;
  const [weight, ofRows, given, products, square] = [
    ...[memory.weight.byteOffset, memory.ofRows.byteOffset, memory.given.byteOffset],
    ...[memory.products.byteOffset, memory.square.byteOffset],
  ] as [number, number, number, number, number];
  const productsOf = (compute: () => void): Float64Array => {
    memory.products.fill(0);
    compute();
    return memory.products.slice(0, count);
  };
  return {
    scores(coefficients, offset) {
      memory.given.set(coefficients);
      memory.ofRows.set(offset);
      kernel.scoreRows(...matrix, given, ofRows);
      return memory.ofRows.slice(0, rows);
    },
    timesColumns(values) {
      memory.ofRows.set(values);
      return productsOf(() => kernel.timesColumns(...matrix, ofRows, products));
    },
    weigh: (weights) => memory.weight.set(weights),
    weightedSquares: () => productsOf(() => kernel.weightedSquares(...matrix, weight, products)),
    timesSquare(v) {
      memory.given.set(v);
      return productsOf(() => kernel.timesSquare(...matrix, weight, given, ofRows, products));
    },
    crossProducts() {
      memory.square.fill(0);
      kernel.crossProducts(...matrix, weight, ofRows, square);
      return columns.map((_, j) => memory.square.slice(j * width, j * width + count));
    },
  };
};
