// The kernel of boosting, for the AssemblyScript compiler: the loops in which it spends its time. kernel.oracle.ts has the same
// functions with the same order of operations, so that both give the same bits. Pointers are bytes into one memory that the
// caller lays out.

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

// @ts-ignore: a decorator on a function is AssemblyScript's
@inline
function takePlace(counts: usize, part: u32): usize {
  const at = counts + (<usize>part << 2);
  const place = load<u32>(at);
  store<u32>(at, place + 1);
  return <usize>place << 2;
}

/** Sorts float32 values by eleven bits at a time, the lowest first. As keys, negative numbers have all bits turned and others the first. */
export function sortValues(values: usize, count: i32, room: usize): void {
  const low = room;
  const middle = room + 8192;
  const high = room + 16384;
  const other = room + 24576;
  const bytes = <usize>count << 2;
  memory.fill(room, 0, 24576);
  for (let i: usize = 0; i < bytes; i += 4) {
    const bits = load<u32>(values + i);
    const key = bits ^ (<u32>(<i32>bits >> 31) | 0x80000000);
    store<u32>(values + i, key);
    takePlace(low, key & 2047);
    takePlace(middle, (key >> 11) & 2047);
    takePlace(high, key >> 22);
  }
  let a: u32 = 0;
  let b: u32 = 0;
  let c: u32 = 0;
  for (let at: usize = 0; at < 8192; at += 4) {
    const ofLow = load<u32>(low + at);
    const ofMiddle = load<u32>(middle + at);
    const ofHigh = load<u32>(high + at);
    store<u32>(low + at, a);
    store<u32>(middle + at, b);
    store<u32>(high + at, c);
    a += ofLow;
    b += ofMiddle;
    c += ofHigh;
  }
  for (let i: usize = 0; i < bytes; i += 4) {
    const key = load<u32>(values + i);
    store<u32>(other + takePlace(low, key & 2047), key);
  }
  for (let i: usize = 0; i < bytes; i += 4) {
    const key = load<u32>(other + i);
    store<u32>(values + takePlace(middle, (key >> 11) & 2047), key);
  }
  for (let i: usize = 0; i < bytes; i += 4) {
    const key = load<u32>(values + i);
    const bits = key ^ (<u32>(<i32>~key >> 31) | 0x80000000);
    store<u32>(other + takePlace(high, key >> 22), bits);
  }
  memory.copy(values, other, bytes);
}

/** Brings the bins of eight features side by side. Each pointer is to a feature's bin of the first row; rows are eight bytes apart. */
export function gatherLanes(
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  e: usize,
  f: usize,
  g: usize,
  h: usize,
  count: i32,
  to: usize,
): void {
  const bytes = <usize>count << 3;
  for (let i: usize = 0; i < bytes; i += 8) {
    const low = load<u8>(a + i) | (<u32>load<u8>(b + i) << 8) | (<u32>load<u8>(c + i) << 16) | (<u32>load<u8>(d + i) << 24);
    const high = load<u8>(e + i) | (<u32>load<u8>(f + i) << 8) | (<u32>load<u8>(g + i) << 16) | (<u32>load<u8>(h + i) << 24);
    store<u32>(to + i, low);
    store<u32>(to + i, high, 4);
  }
}

export function packGradients(
  score: usize,
  label: usize,
  weight: usize,
  rows: i32,
  sigmoids: usize,
  seed: u32,
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
    const up = <f64>seed * (1.0 / 4294967296.0);
    seed += 0x9e3779b9;
    const gradient = Math.floor((p - <f64>load<u8>(label + <usize>i)) * w * gradientLevels + up);
    const hessian = Math.floor(p * (1 - p) * w * hessianLevels + up);
    store<f64>(packed + (<usize>i << 3), gradient * 67108864 + max<f64>(1, hessian));
  }
}

export function gather(from: usize, index: usize, count: i32, to: usize): void {
  for (let i: usize = 0; i < <usize>count; i++)
    store<f64>(to + (i << 3), load<f64>(from + (<usize>load<u32>(index + (i << 2)) << 3)));
}

// @ts-ignore: a decorator on a function is AssemblyScript's
@inline
function addToLanes(four: u32, x: f64, sums: usize): void {
  const a = sums + (<usize>(four << 3) & 2040);
  store<f64>(a, load<f64>(a) + x);
  const b = sums + (<usize>(four >> 5) & 2040);
  store<f64>(b, load<f64>(b, 2048) + x, 2048);
  const c = sums + (<usize>(four >> 13) & 2040);
  store<f64>(c, load<f64>(c, 4096) + x, 4096);
  const d = sums + (<usize>(four >> 21) & 2040);
  store<f64>(d, load<f64>(d, 6144) + x, 6144);
}

/** One load brings a row's bins of eight features; their sums stay in the first-level cache. */
export function addToEight(bins: usize, index: usize, count: i32, packed: usize, sums: usize): void {
  const end = index + (<usize>count << 2);
  while (index < end) {
    const eight = load<u64>(bins + (<usize>load<u32>(index) << 3));
    const x = load<f64>(packed);
    addToLanes(<u32>eight, x, sums);
    addToLanes(<u32>(eight >> 32), x, sums + 8192);
    index += 4;
    packed += 8;
  }
}

export function addToFour(bins: usize, index: usize, count: i32, packed: usize, sums: usize): void {
  const end = index + (<usize>count << 2);
  while (index < end) {
    addToLanes(load<u32>(bins + (<usize>load<u32>(index) << 3)), load<f64>(packed), sums);
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

export function clear(at: usize, bytes: i32): void {
  memory.fill(at, 0, bytes);
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

/** Stable, and without a branch to mispredict: every row is written to both lists, and one of them moves on. */
export function partition(bins: usize, index: usize, count: i32, goesRight: usize, rightRows: usize): i32 {
  let left = index;
  let right = rightRows;
  const end = index + (<usize>count << 2);
  for (let at = index; at < end; at += 4) {
    const row = load<u32>(at);
    const isRight = <usize>load<u8>(goesRight + <usize>load<u8>(bins + (<usize>row << 3)));
    store<u32>(left, row);
    store<u32>(right, row);
    left += 4 - (isRight << 2);
    right += isRight << 2;
  }
  return <i32>((left - index) >> 2);
}

export function moveRows(from: usize, count: i32, to: usize): void {
  memory.copy(to, from, <usize>count << 2);
}

export function addValue(index: usize, count: i32, value: f64, score: usize): void {
  const end = index + (<usize>count << 2);
  for (; index < end; index += 4) {
    const at = score + (<usize>load<u32>(index) << 3);
    store<f64>(at, load<f64>(at) + value);
  }
}

/** Walks one tree by bins. A node has two words, the offset of its bins and its left child, and 256 bytes of `goesRight`. */
export function walkBins(
  bins: usize,
  index: usize,
  count: i32,
  nodes: usize,
  goesRight: usize,
  leafValues: usize,
  score: usize,
): void {
  const end = index + (<usize>count << 2);
  for (; index < end; index += 4) {
    const row = <usize>load<u32>(index);
    const binsOfRow = bins + (row << 3);
    let node: usize = 0;
    let at = load<i32>(nodes);
    while (at >= 0) {
      const isRight = load<u8>(goesRight + (node << 8) + <usize>load<u8>(binsOfRow + <usize>at));
      node = <usize>load<u32>(nodes + (node << 3), 4) + <usize>isRight;
      at = load<i32>(nodes + (node << 3));
    }
    const to = score + (row << 3);
    store<f64>(to, load<f64>(to) + load<f64>(leafValues + (node << 3)));
  }
}

// @ts-ignore: a decorator on a function is AssemblyScript's
@inline
function step(nodes: usize, sets: usize, node: usize, row: usize): usize {
  const feature = <usize>load<u32>(node);
  let isRight: u32;
  if (feature & 1) {
    const set = sets + load<u32>(node, 4);
    const code = <u32><i32>load<f32>(row + feature - 1);
    isRight = code < load<u32>(set) ? (load<u32>(set + <usize>((code >> 5) << 2), 4) >> (code & 31)) & 1 : 0;
  } else {
    isRight = <u32>!(load<f32>(row + feature) <= load<f32>(node, 4));
  }
  return nodes + load<u32>(node, 8) + (isRight << 4);
}

/**
 * Walks every tree for a block of rows, four at a time so that the waits for memory overlap. Leaves lead to themselves.
 * A node has four words: where in the block its feature is, threshold, left child, value. For a split on categories, one is
 * added to the first word, and the second is the place of its set: the number of bits, then the bits.
 */
export function walkForest(
  nodes: usize,
  sets: usize,
  roots: usize,
  depths: usize,
  trees: i32,
  block: usize,
  rows: i32,
  score: usize,
): void {
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
        a = step(nodes, sets, a, row);
        b = step(nodes, sets, b, row + 4);
        c = step(nodes, sets, c, row + 8);
        d = step(nodes, sets, d, row + 12);
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
