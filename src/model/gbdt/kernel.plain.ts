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
  sigmoidReach,
  sigmoidSteps,
} from "./kernel.js";

export const openPlainKernel: OpenKernel = (layout) => ({
  memory: layOut(layout, new ArrayBuffer(bytesOf(layout))),
  kernel,
});

const kernel: Kernel = {
  assignBins(values, count, edges, missing, bins, at) {
    for (let i = 0; i < count; i++) {
      const x = values[i]!;
      let below = 0;
      for (let step = 128; step > 0; step >>= 1) if (edges[below + step - 1]! < x) below += step;
      bins[at + lanes * i] = Number.isNaN(x) ? missing : below;
    }
  },

  packGradients(score, label, weight, sigmoids, chance, units, packed) {
    const [gradientLevels, hessianLevels] = [1 / units.gradient, 1 / units.hessian];
    const top = 2 * sigmoidReach * sigmoidSteps - 0.25;
    let next = chance >>> 0;
    for (let i = 0; i < label.length; i++) {
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

  gather(from, index, start, count, to) {
    for (let i = 0; i < count; i++) to[i] = from[index[start + i]!]!;
  },

  addRows(bins, at, index, start, count, packed, sums) {
    for (let i = 0; i < count; i++) {
      const first = at + lanes * index[start + i]!;
      const x = packed[i]!;
      sums[bins[first]!]! += x;
      sums[laneBins + bins[first + 1]!]! += x;
      sums[2 * laneBins + bins[first + 2]!]! += x;
      sums[3 * laneBins + bins[first + 3]!]! += x;
      sums[4 * laneBins + bins[first + 4]!]! += x;
      sums[5 * laneBins + bins[first + 5]!]! += x;
      sums[6 * laneBins + bins[first + 6]!]! += x;
      sums[7 * laneBins + bins[first + 7]!]! += x;
    }
  },

  unpack(sums, lane, count, histogram, to) {
    for (let b = 0; b < count; b++) {
      const packed = sums[lane * laneBins + b]!;
      const gradient = Math.floor(packed / radix);
      histogram[to + 2 * b]! += gradient;
      histogram[to + 2 * b + 1]! += packed - gradient * radix;
      sums[lane * laneBins + b] = 0;
    }
  },

  subtract(from, part) {
    for (let i = 0; i < from.length; i++) from[i]! -= part[i]!;
  },

  bestCut(histogram, at, last, firstGradient, firstHessian, gradient, hessian, l1, l2, minHessian, best) {
    let [numerator, denominator] = [best[0]!, best[1]!];
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
      best[2] = bin;
      best[3] = g;
      best[4] = h;
      found = true;
    }
    best[0] = numerator;
    best[1] = denominator;
    return found;
  },

  partition(bins, at, index, start, count, { from, span }, aside) {
    let left = start;
    let right = 0;
    for (let i = start; i < start + count; i++) {
      const row = index[i]!;
      if ((bins[at + lanes * row]! - from) >>> 0 < span) aside[right++] = row;
      else index[left++] = row;
    }
    index.set(aside.subarray(0, right), left);
    return left - start;
  },

  addValue(index, start, count, value, score) {
    for (let i = start; i < start + count; i++) score[index[i]!]! += value;
  },

  walkBins(bins, index, start, count, nodes, values, score) {
    for (let i = start; i < start + count; i++) {
      const row = index[i]!;
      let node = 0;
      for (let at = nodes[0]!; at >= 0; at = nodes[4 * node]!) {
        const isRight = (bins[at + lanes * row]! - nodes[4 * node + 1]!) >>> 0 < nodes[4 * node + 2]!;
        node = nodes[4 * node + 3]! + (isRight ? 1 : 0);
      }
      score[row]! += values[node]!;
    }
  },

  walkBlock(nodes, roots, depths, block, rows, score) {
    const floats = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length);
    for (let tree = 0; tree < roots.length; tree++) {
      const [root, depth] = [roots[tree]! >> 2, depths[tree]!];
      for (let row = 0; row < rows; row++) {
        let node = root;
        for (let level = 0; level < depth; level++) {
          const isLeft = block[(nodes[node]! >> 2) + row]! <= floats[node + 1]!;
          node = (nodes[node + 2]! >> 2) + (isLeft ? 0 : 4);
        }
        score[row]! += floats[node + 3]!;
      }
    }
  },
};
