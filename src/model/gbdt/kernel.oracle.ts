// The kernel in plain TypeScript: what the WebAssembly kernel must compute, bit for bit. Only tests use it.

import { bytesOf, layOut } from "../numeric/kernel-memory.js";
import {
  binSlots,
  golden,
  type Kernel,
  lanes,
  type OpenKernel,
  radix,
  sigmoidReach,
  sigmoidSteps,
} from "./kernel.js";

export const openOracleKernel: OpenKernel = (layout) => ({
  memory: layOut(layout, new ArrayBuffer(bytesOf(layout))),
  kernel,
});

const kernel: Kernel = {
  assignBins(values, first, count, { edges, first: firstEdge, missing }, bins, at) {
    for (let i = 0; i < count; i++) {
      const x = values[first + i]!;
      let below = 0;
      for (let step = 128; step > 0; step >>= 1) if (edges[firstEdge + below + step - 1]! < x) below += step;
      bins[at + lanes * i] = Number.isNaN(x) ? missing : below;
    }
  },

  sortValues(values, first, count) {
    values.subarray(first, first + count).sort();
  },

  gatherLanes(bins, from, count, to, at) {
    for (let i = 0; i < count; i++)
      for (let k = 0; k < lanes; k++) to[at + lanes * i + k] = bins[from[k]! + lanes * i]!;
  },

  packGradients({ score, label, weight, sigmoids }, start, count, seed, units, packed) {
    const [gradientLevels, hessianLevels] = [1 / units.gradient, 1 / units.hessian];
    const top = 2 * sigmoidReach * sigmoidSteps - 0.25;
    let next = seed >>> 0;
    for (let i = start; i < start + count; i++) {
      const at = Math.min(top, Math.max(0, score[i]! * sigmoidSteps + sigmoidReach * sigmoidSteps));
      const cell = at | 0;
      const low = sigmoids[cell]!;
      const p = low + (sigmoids[cell + 1]! - low) * (at - cell);
      const w = weight.length === 0 ? 1 : weight[i]!;
      const up = next / 2 ** 32;
      next = (next + golden) >>> 0;
      const gradient = Math.floor((p - label[i]!) * w * gradientLevels + up);
      const hessian = Math.floor(p * (1 - p) * w * hessianLevels + up);
      packed[i] = gradient * radix + Math.max(1, hessian);
    }
  },

  gather(from, { index, start, count }, to, at) {
    for (let i = 0; i < count; i++) to[at + i] = from[index[start + i]!]!;
  },

  addRows({ bins, at, width }, { index, start, count }, packed, first, sums, to) {
    for (let i = 0; i < count; i++) {
      const bin = at + lanes * index[start + i]!;
      for (let f = 0; f < width; f++) sums[to + f * binSlots + bins[bin + f]!]! += packed[first + i]!;
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

  bestCut(sums, at, last, nearGradient, nearHessian, search) {
    const { gradient, hessian, l1, l2, minHessian, candidates, to } = search;
    let [numerator, denominator] = [candidates[to]!, candidates[to + 1]!];
    let g = nearGradient;
    let h = nearHessian;
    let found = false;
    for (let bin = 0; bin <= last; bin++) {
      g += sums[at + 2 * bin]!;
      h += sums[at + 2 * bin + 1]!;
      const rest = hessian - h;
      if (h < minHessian) continue;
      if (rest < minHessian) break;
      const l = Math.max(0, Math.abs(g) - l1);
      const r = Math.max(0, Math.abs(gradient - g) - l1);
      const n = l * l * (rest + l2) + r * r * (h + l2);
      const d = (h + l2) * (rest + l2);
      if (n * denominator <= numerator * d) continue;
      [numerator, denominator] = [n, d];
      candidates[to + 2] = bin;
      candidates[to + 3] = g;
      candidates[to + 4] = h;
      found = true;
    }
    candidates[to] = numerator;
    candidates[to + 1] = denominator;
    return found;
  },

  partition(bins, at, { index, start, count }, goesRight, to, rightRows) {
    let left = start;
    let right = start;
    for (let i = start; i < start + count; i++) {
      const row = index[i]!;
      if (goesRight[to + bins[at + lanes * row]!] === 1) rightRows[right++] = row;
      else index[left++] = row;
    }
    return left - start;
  },

  moveRows(from, start, count, to, at) {
    to.set(from.subarray(start, start + count), at);
  },

  addValue({ index, start, count }, value, score) {
    for (let i = start; i < start + count; i++) score[index[i]!]! += value;
  },

  walkBins(bins, { index, start, count }, { nodes, goesRight, leafValues }, score) {
    for (let i = start; i < start + count; i++) {
      const row = index[i]!;
      let node = 0;
      for (let at = nodes[0]!; at >= 0; at = nodes[2 * node]!)
        node = nodes[2 * node + 1]! + goesRight[binSlots * node + bins[at + lanes * row]!]!;
      score[row]! += leafValues[node]!;
    }
  },

  walkForest({ nodes, sets, roots, depths }, block, rows, score) {
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
