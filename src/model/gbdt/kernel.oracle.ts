// The loops of boosting in TypeScript: what they compute, and the way to compute it where there is no WebAssembly.

import {
  bytesOf,
  golden,
  type Kernel,
  laneBins,
  lanes,
  layOut,
  type OpenKernel,
  radix,
  sideBins,
  sigmoidReach,
  sigmoidSteps,
} from "./kernel.js";

export const openOracleKernel: OpenKernel = (layout) => ({
  memory: layOut(layout, new ArrayBuffer(bytesOf(layout))),
  kernel,
});

const kernel: Kernel = {
  assignBins(values, first, count, edges, firstEdge, missing, bins, at) {
    for (let i = 0; i < count; i++) {
      const x = values[first + i]!;
      let below = 0;
      for (let step = 128; step > 0; step >>= 1) if (edges[firstEdge + below + step - 1]! < x) below += step;
      bins[at + lanes * i] = Number.isNaN(x) ? missing : below;
    }
  },

  packGradients(score, label, weight, start, count, sigmoids, chance, units, packed) {
    const [gradientLevels, hessianLevels] = [1 / units.gradient, 1 / units.hessian];
    const top = 2 * sigmoidReach * sigmoidSteps - 0.25;
    let next = chance >>> 0;
    for (let i = start; i < start + count; i++) {
      const at = Math.min(top, Math.max(0, score[i]! * sigmoidSteps + sigmoidReach * sigmoidSteps));
      const cell = at | 0;
      const low = sigmoids[cell]!;
      const p = low + (sigmoids[cell + 1]! - low) * (at - cell);
      const w = weight === null ? 1 : weight[i]!;
      const up = next / 2 ** 32;
      next = (next + golden) >>> 0;
      const gradient = Math.floor((p - label[i]!) * w * gradientLevels + up);
      const hessian = Math.floor(p * (1 - p) * w * hessianLevels + up);
      packed[i] = gradient * radix + Math.max(1, hessian);
    }
  },

  gather(from, index, start, count, to, at) {
    for (let i = 0; i < count; i++) to[at + i] = from[index[start + i]!]!;
  },

  addRows(width, bins, at, index, start, count, packed, first, sums, to) {
    for (let i = 0; i < count; i++) {
      const bin = at + lanes * index[start + i]!;
      const x = packed[first + i]!;
      sums[to + bins[bin]!]! += x;
      sums[to + laneBins + bins[bin + 1]!]! += x;
      sums[to + 2 * laneBins + bins[bin + 2]!]! += x;
      sums[to + 3 * laneBins + bins[bin + 3]!]! += x;
      if (width === 4) continue;
      sums[to + 4 * laneBins + bins[bin + 4]!]! += x;
      sums[to + 5 * laneBins + bins[bin + 5]!]! += x;
      sums[to + 6 * laneBins + bins[bin + 6]!]! += x;
      sums[to + 7 * laneBins + bins[bin + 7]!]! += x;
    }
  },

  unpack(sums, from, count, histogram, to) {
    for (let b = 0; b < count; b++) {
      const packed = sums[from + b]!;
      const gradient = Math.floor(packed / radix);
      histogram[to + 2 * b]! += gradient;
      histogram[to + 2 * b + 1]! += packed - gradient * radix;
      sums[from + b] = 0;
    }
  },

  clear(numbers, at, count) {
    numbers.fill(0, at, at + count);
  },

  subtract(numbers, from, part, count) {
    for (let i = 0; i < count; i++) numbers[from + i]! -= numbers[part + i]!;
  },

  bestCut(histogram, at, last, firstGradient, firstHessian, gradient, hessian, l1, l2, minHessian, best, to) {
    let [numerator, denominator] = [best[to]!, best[to + 1]!];
    let g = firstGradient;
    let h = firstHessian;
    let found = false;
    for (let bin = 0; bin <= last; bin++) {
      g += histogram[at + 2 * bin]!;
      h += histogram[at + 2 * bin + 1]!;
      const rest = hessian - h;
      if (h < minHessian) continue;
      if (rest < minHessian) break;
      const l = Math.max(0, Math.abs(g) - l1);
      const r = Math.max(0, Math.abs(gradient - g) - l1);
      const n = l * l * (rest + l2) + r * r * (h + l2);
      const d = (h + l2) * (rest + l2);
      if (n * denominator <= numerator * d) continue;
      [numerator, denominator] = [n, d];
      best[to + 2] = bin;
      best[to + 3] = g;
      best[to + 4] = h;
      found = true;
    }
    best[to] = numerator;
    best[to + 1] = denominator;
    return found;
  },

  partition(bins, at, index, start, count, sides, to, aside) {
    let left = start;
    let right = start;
    for (let i = start; i < start + count; i++) {
      const row = index[i]!;
      if (sides[to + bins[at + lanes * row]!] === 1) aside[right++] = row;
      else index[left++] = row;
    }
    return left - start;
  },

  moveRows(from, start, count, to, at) {
    to.set(from.subarray(start, start + count), at);
  },

  addValue(index, start, count, value, score) {
    for (let i = start; i < start + count; i++) score[index[i]!]! += value;
  },

  walkBins(bins, index, start, count, nodes, sides, values, score) {
    for (let i = start; i < start + count; i++) {
      const row = index[i]!;
      let node = 0;
      for (let at = nodes[0]!; at >= 0; at = nodes[2 * node]!)
        node = nodes[2 * node + 1]! + sides[sideBins * node + bins[at + lanes * row]!]!;
      score[row]! += values[node]!;
    }
  },

  walkBlock(nodes, sets, roots, depths, block, rows, score) {
    const floats = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length);
    for (let tree = 0; tree < roots.length; tree++) {
      const [root, depth] = [roots[tree]! >> 2, depths[tree]!];
      for (let row = 0; row < rows; row++) {
        let node = root;
        for (let level = 0; level < depth; level++) {
          const x = block[(nodes[node]! >> 2) + row]!;
          const isLeft = nodes[node]! & 1 ? !isIn(sets, nodes[node + 1]! >> 2, x) : x <= floats[node + 1]!;
          node = (nodes[node + 2]! >> 2) + (isLeft ? 0 : 4);
        }
        score[row]! += floats[node + 3]!;
      }
    }
  },
};

const isIn = (sets: Int32Array, at: number, x: number): boolean => {
  const code = Math.trunc(x);
  return code >= 0 && code < sets[at]! && ((sets[at + 1 + (code >> 5)]! >> (code & 31)) & 1) === 1;
};
