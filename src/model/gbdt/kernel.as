// The loops in which boosting spends its time, for the AssemblyScript compiler: the same functions as in kernel.plain.ts, in
// the same order of operations, so that both give the same bits. Pointers are bytes into one memory that the caller lays out.

/** Bin of each value: how many of 255 edges, padded with infinity, lie below it. Rows are eight bytes apart. */
export function assignBins(values: usize, count: i32, edges: usize, missing: i32, bins: usize): void {
  for (let i = 0; i < count; i++) {
    const x = load<f32>(values + (<usize>i << 2));
    let at: usize = edges;
    for (let step: usize = 512; step >= 4; step >>= 1)
      at += select<usize>(step, 0, load<f32>(at + step - 4) < x);
    store<u8>(bins + (<usize>i << 3), select<i32>(missing, <i32>((at - edges) >> 2), x != x));
  }
}

export function packGradients(
  score: usize,
  label: usize,
  weight: usize,
  rows: i32,
  sigmoids: usize,
  chance: u32,
  gradientLevels: f64,
  hessianLevels: f64,
  packed: usize,
): void {
  for (let i = 0; i < rows; i++) {
    const at = min<f64>(4095.75, max<f64>(0, load<f64>(score + (<usize>i << 3)) * 128 + 2048));
    const cell = <i32>at;
    const low = load<f64>(sigmoids + (<usize>cell << 3));
    const high = load<f64>(sigmoids + (<usize>cell << 3), 8);
    const p = low + (high - low) * (at - <f64>cell);
    const w = weight == 0 ? 1.0 : load<f64>(weight + (<usize>i << 3));
    const up = <f64>chance * (1.0 / 4294967296.0);
    chance += 0x9e3779b9;
    const gradient = Math.floor((p - <f64>load<u8>(label + <usize>i)) * w * gradientLevels + up);
    const hessian = Math.floor(p * (1 - p) * w * hessianLevels + up);
    store<f64>(packed + (<usize>i << 3), gradient * 67108864 + max<f64>(1, hessian));
  }
}

export function gather(from: usize, index: usize, count: i32, to: usize): void {
  for (let i: usize = 0; i < <usize>count; i++)
    store<f64>(to + (i << 3), load<f64>(from + (<usize>load<u32>(index + (i << 2)) << 3)));
}

/** One load brings the bins of a row in eight features; their sums stay in the first-level cache. */
export function addRows(bins: usize, index: usize, count: i32, packed: usize, sums: usize): void {
  const end = index + (<usize>count << 2);
  while (index < end) {
    const eight = load<u64>(bins + (<usize>load<u32>(index) << 3));
    const x = load<f64>(packed);
    const a = sums + (<usize>(<u32>eight << 3) & 2040);
    store<f64>(a, load<f64>(a) + x);
    const b = sums + (<usize>(<u32>eight >> 5) & 2040);
    store<f64>(b, load<f64>(b, 2048) + x, 2048);
    const c = sums + (<usize>(<u32>eight >> 13) & 2040);
    store<f64>(c, load<f64>(c, 4096) + x, 4096);
    const d = sums + (<usize>(<u32>eight >> 21) & 2040);
    store<f64>(d, load<f64>(d, 6144) + x, 6144);
    const rest = <u32>(eight >> 32);
    const e = sums + (<usize>(rest << 3) & 2040);
    store<f64>(e, load<f64>(e, 8192) + x, 8192);
    const f = sums + (<usize>(rest >> 5) & 2040);
    store<f64>(f, load<f64>(f, 10240) + x, 10240);
    const g = sums + (<usize>(rest >> 13) & 2040);
    store<f64>(g, load<f64>(g, 12288) + x, 12288);
    const h = sums + (<usize>(rest >> 21) & 2040);
    store<f64>(h, load<f64>(h, 14336) + x, 14336);
    index += 4;
    packed += 8;
  }
}

/** Adds the packed sums of one feature to its histogram, and leaves zeros behind. */
export function unpack(sums: usize, count: i32, histogram: usize): void {
  const end = sums + (<usize>count << 3);
  while (sums < end) {
    const packed = load<f64>(sums);
    const gradient = Math.floor(packed * (1.0 / 67108864.0));
    store<f64>(histogram, load<f64>(histogram) + gradient);
    store<f64>(histogram, load<f64>(histogram, 8) + (packed - gradient * 67108864), 8);
    store<f64>(sums, 0);
    sums += 8;
    histogram += 16;
  }
}

export function subtract(from: usize, part: usize, bins: i32): void {
  const end = from + (<usize>bins << 4);
  while (from < end) {
    v128.store(from, f64x2.sub(v128.load(from), v128.load(part)));
    from += 16;
    part += 16;
  }
}

/** Gains are compared as fractions, crosswise: the loop has no division. */
export function bestCut(
  histogram: usize,
  last: i32,
  firstGradient: f64,
  firstHessian: f64,
  gradient: f64,
  hessian: f64,
  l1: f64,
  l2: f64,
  minHessian: f64,
  best: usize,
): bool {
  let numerator = load<f64>(best);
  let denominator = load<f64>(best, 8);
  let g = firstGradient;
  let h = firstHessian;
  let found = false;
  for (let bin = 0; bin <= last; bin++) {
    g += load<f64>(histogram);
    h += load<f64>(histogram, 8);
    histogram += 16;
    const rest = hessian - h;
    if (h < minHessian) continue;
    if (rest < minHessian) break;
    const l = max<f64>(0, abs<f64>(g) - l1);
    const r = max<f64>(0, abs<f64>(gradient - g) - l1);
    const n = l * l * (rest + l2) + r * r * (h + l2);
    const d = (h + l2) * (rest + l2);
    if (n * denominator <= numerator * d) continue;
    numerator = n;
    denominator = d;
    store<f64>(best, <f64>bin, 16);
    store<f64>(best, g, 24);
    store<f64>(best, h, 32);
    found = true;
  }
  store<f64>(best, numerator);
  store<f64>(best, denominator, 8);
  return found;
}

/** Stable, and without a branch to guess wrong: every row is written to both sides and one of them moves on. */
export function partition(bins: usize, index: usize, count: i32, from: u32, span: u32, aside: usize): i32 {
  let left = index;
  let right = aside;
  const end = index + (<usize>count << 2);
  for (let at = index; at < end; at += 4) {
    const row = load<u32>(at);
    const isRight = <usize>(<u32>load<u8>(bins + (<usize>row << 3)) - from < span);
    store<u32>(left, row);
    store<u32>(right, row);
    left += 4 - (isRight << 2);
    right += isRight << 2;
  }
  memory.copy(left, aside, right - aside);
  return <i32>((left - index) >> 2);
}

export function addValue(index: usize, count: i32, value: f64, score: usize): void {
  const end = index + (<usize>count << 2);
  for (; index < end; index += 4) {
    const at = score + (<usize>load<u32>(index) << 3);
    store<f64>(at, load<f64>(at) + value);
  }
}

/** Walks one tree by bins; of a node there are four words: bins, first bin to the right, how many, left child. */
export function walkBins(bins: usize, index: usize, count: i32, nodes: usize, values: usize, score: usize): void {
  const end = index + (<usize>count << 2);
  for (; index < end; index += 4) {
    const row = <usize>load<u32>(index);
    const eights = bins + (row << 3);
    let node: u32 = 0;
    let at = load<i32>(nodes);
    while (at >= 0) {
      const words = nodes + (<usize>node << 4);
      const isRight = <u32>(<u32>load<u8>(eights + <usize>at) - load<u32>(words, 4) < load<u32>(words, 8));
      node = load<u32>(words, 12) + isRight;
      at = load<i32>(nodes + (<usize>node << 4));
    }
    const to = score + (row << 3);
    store<f64>(to, load<f64>(to) + load<f64>(values + (<usize>node << 3)));
  }
}

// @ts-ignore: a decorator on a function is AssemblyScript's
@inline
function step(nodes: usize, node: usize, row: usize): usize {
  const isRight = <u32>!(load<f32>(row + load<u32>(node)) <= load<f32>(node, 4));
  return nodes + load<u32>(node, 8) + (isRight << 4);
}

/**
 * Walks every tree for a block of rows, four at a time so that the waits for memory overlap. Leaves lead to themselves.
 * Of a node there are four words: where in the block its feature is, threshold, left child, value.
 */
export function walkBlock(nodes: usize, roots: usize, depths: usize, trees: i32, block: usize, rows: i32, score: usize): void {
  for (let tree = 0; tree < trees; tree++) {
    const root = nodes + load<u32>(roots + (<usize>tree << 2));
    const depth = load<i32>(depths + (<usize>tree << 2));
    let row = block;
    let to = score;
    for (let i = 0; i < rows; i += 4) {
      let a = root;
      let b = root;
      let c = root;
      let d = root;
      for (let level = 0; level < depth; level++) {
        a = step(nodes, a, row);
        b = step(nodes, b, row + 4);
        c = step(nodes, c, row + 8);
        d = step(nodes, d, row + 12);
      }
      store<f64>(to, load<f64>(to) + <f64>load<f32>(a, 12));
      store<f64>(to, load<f64>(to, 8) + <f64>load<f32>(b, 12), 8);
      store<f64>(to, load<f64>(to, 16) + <f64>load<f32>(c, 12), 16);
      store<f64>(to, load<f64>(to, 24) + <f64>load<f32>(d, 12), 24);
      row += 16;
      to += 32;
    }
  }
}
