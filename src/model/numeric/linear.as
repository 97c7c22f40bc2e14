// The loops of linear models and of BG/NBD, for the AssemblyScript compiler: logarithms of columns, products with a matrix of rows, and
// a likelihood. Two rows go abreast. Pointers are bytes into one memory that the caller lays out; rows and columns of a matrix are padded with zeros to
// multiples of four.

/** Rows that pass through the cache once for each product with all columns. */
const blockBytes: usize = 4096;

// ln(u) for u > 0: u is 2^k · m with m around 1, and ln(m) is a polynomial (FreeBSD's e_log.c). `lost` is what rounding took from u,
// relative to it.
// @ts-ignore: a decorator on a function is AssemblyScript's
@inline
function logOf(u: v128, lost: v128): v128 {
  const above = i64x2.sub(u, i64x2.splat(0x3fe6a09e00000000));
  const exponent = i64x2.shr_u(i64x2.add(above, i64x2.splat(0x3ff0000000000000)), 52);
  const k = f64x2.sub(v128.or(exponent, i64x2.splat(0x4330000000000000)), f64x2.splat(4503599627371519));
  const m = i64x2.sub(u, v128.and(above, i64x2.splat(0xfff0000000000000)));
  const f = f64x2.sub(m, f64x2.splat(1));
  const s = f64x2.div(f, f64x2.add(f64x2.splat(2), f));
  const z = f64x2.mul(s, s);
  let r = f64x2.splat(1.479819860511658591e-1);
  r = f64x2.add(f64x2.mul(r, z), f64x2.splat(1.531383769920937332e-1));
  r = f64x2.add(f64x2.mul(r, z), f64x2.splat(1.818357216161805012e-1));
  r = f64x2.add(f64x2.mul(r, z), f64x2.splat(2.222219843214978396e-1));
  r = f64x2.add(f64x2.mul(r, z), f64x2.splat(2.857142874366239149e-1));
  r = f64x2.add(f64x2.mul(r, z), f64x2.splat(3.999999999940941908e-1));
  r = f64x2.add(f64x2.mul(r, z), f64x2.splat(6.666666666666735130e-1));
  r = f64x2.mul(r, z);
  const half = f64x2.mul(f64x2.splat(0.5), f64x2.mul(f, f));
  const low = f64x2.add(f64x2.mul(k, f64x2.splat(1.90821492927058770002e-10)), lost);
  const rest = f64x2.sub(f64x2.add(f64x2.mul(s, f64x2.add(half, r)), low), half);
  return f64x2.add(f64x2.add(rest, f), f64x2.mul(k, f64x2.splat(6.93147180369123816490e-1)));
}

// ln(1 + x) for x ≥ 0. What 1 + x rounds off counts only where x is tiny.
// @ts-ignore: a decorator on a function is AssemblyScript's
@inline
function logOnePlus(x: v128): v128 {
  const one = f64x2.splat(1);
  const u = f64x2.add(one, x);
  return logOf(u, v128.and(f64x2.sub(x, f64x2.sub(u, one)), f64x2.lt(x, one)));
}

// eˣ for x ≤ 0, and 0 from −700 down: 2^n times a Taylor series of the rest.
// @ts-ignore: a decorator on a function is AssemblyScript's
@inline
function expOf(x: v128): v128 {
  const limited = f64x2.pmax(f64x2.splat(-700), x);
  const shift = f64x2.splat(6755399441055744);
  const shifted = f64x2.add(f64x2.mul(limited, f64x2.splat(1.4426950408889634)), shift);
  const n = f64x2.sub(shifted, shift);
  let r = f64x2.sub(limited, f64x2.mul(n, f64x2.splat(6.93147180369123816490e-1)));
  r = f64x2.sub(r, f64x2.mul(n, f64x2.splat(1.90821492927058770002e-10)));
  let sum = f64x2.splat(1.6059043836821613e-10);
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(2.08767569878681e-9));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(2.505210838544172e-8));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(2.755731922398589e-7));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(2.7557319223985893e-6));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(2.48015873015873e-5));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.984126984126984e-4));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.3888888888888889e-3));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(8.333333333333333e-3));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(4.1666666666666664e-2));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1.6666666666666666e-1));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(0.5));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1));
  sum = f64x2.add(f64x2.mul(sum, r), f64x2.splat(1));
  const power = i64x2.add(i64x2.shl(shifted, 52), i64x2.splat(0x3ff0000000000000));
  return v128.and(f64x2.mul(sum, power), f64x2.gt(x, f64x2.splat(-700)));
}

/** The logarithm of two float32 values, negative ones mirrored; NaN stays. */
// @ts-ignore: a decorator on a function is AssemblyScript's
@inline
function logScaled(from: usize): v128 {
  const x = f64x2.promote_low_f32x4(v128.load64_zero(from));
  const sign = v128.and(x, i64x2.splat(0x8000000000000000));
  const scaled = v128.xor(logOnePlus(v128.xor(x, sign)), sign);
  return v128.bitselect(scaled, x, f64x2.eq(x, x));
}

export function logScale(from: usize, count: i32, to: usize): void {
  const end = from + (<usize>count << 2);
  for (; from < end; from += 8, to += 16) v128.store(to, logScaled(from));
}

/** score += (limited logarithm − mean) · slope, and nothing where a value is missing */
export function addTerm(
  from: usize,
  count: i32,
  lowest: f64,
  highest: f64,
  mean: f64,
  slope: f64,
  score: usize,
): void {
  const end = from + (<usize>count << 2);
  for (; from < end; from += 8, score += 16) {
    const x = logScaled(from);
    const inRange = f64x2.pmin(f64x2.splat(highest), f64x2.pmax(f64x2.splat(lowest), x));
    const term = f64x2.mul(f64x2.sub(inRange, f64x2.splat(mean)), f64x2.splat(slope));
    v128.store(score, f64x2.add(v128.load(score), v128.and(term, f64x2.eq(x, x))));
  }
}

/** score += Σ coefficient · column, for the bytes of rows from `start` to `end` */
// @ts-ignore: a decorator on a function is AssemblyScript's
@inline
function addColumns(
  design: usize,
  stride: usize,
  columns: i32,
  coefficients: usize,
  start: usize,
  end: usize,
  score: usize,
): void {
  for (let j: i32 = 0; j < columns; j += 4) {
    const a = f64x2.splat(load<f64>(coefficients));
    const b = f64x2.splat(load<f64>(coefficients, 8));
    const c = f64x2.splat(load<f64>(coefficients, 16));
    const d = f64x2.splat(load<f64>(coefficients, 24));
    const second = design + stride;
    const third = second + stride;
    const fourth = third + stride;
    for (let i = start; i < end; i += 16) {
      let sum = f64x2.add(v128.load(score + i), f64x2.mul(a, v128.load(design + i)));
      sum = f64x2.add(sum, f64x2.mul(b, v128.load(second + i)));
      sum = f64x2.add(sum, f64x2.mul(c, v128.load(third + i)));
      v128.store(score + i, f64x2.add(sum, f64x2.mul(d, v128.load(fourth + i))));
    }
    design = fourth + stride;
    coefficients += 32;
  }
}

// @ts-ignore: a decorator on a function is AssemblyScript's
@inline
function addLanes(to: usize, sums: v128): void {
  store<f64>(to, load<f64>(to) + f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1));
}

/** products[j] += Σ value · column j, for the bytes of rows from `start` to `end` */
// @ts-ignore: a decorator on a function is AssemblyScript's
@inline
function addProducts(
  design: usize,
  stride: usize,
  columns: i32,
  values: usize,
  start: usize,
  end: usize,
  products: usize,
): void {
  for (let j: i32 = 0; j < columns; j += 4) {
    const second = design + stride;
    const third = second + stride;
    const fourth = third + stride;
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let c = f64x2.splat(0);
    let d = f64x2.splat(0);
    for (let i = start; i < end; i += 16) {
      const x = v128.load(values + i);
      a = f64x2.add(a, f64x2.mul(x, v128.load(design + i)));
      b = f64x2.add(b, f64x2.mul(x, v128.load(second + i)));
      c = f64x2.add(c, f64x2.mul(x, v128.load(third + i)));
      d = f64x2.add(d, f64x2.mul(x, v128.load(fourth + i)));
    }
    addLanes(products, a);
    addLanes(products + 8, b);
    addLanes(products + 16, c);
    addLanes(products + 24, d);
    design = fourth + stride;
    products += 32;
  }
}

export function scoreRows(design: usize, stride: usize, columns: i32, coefficients: usize, score: usize): void {
  for (let start: usize = 0; start < stride; start += blockBytes)
    addColumns(design, stride, columns, coefficients, start, min(stride, start + blockBytes), score);
}

export function timesColumns(design: usize, stride: usize, columns: i32, values: usize, products: usize): void {
  for (let start: usize = 0; start < stride; start += blockBytes)
    addProducts(design, stride, columns, values, start, min(stride, start + blockBytes), products);
}

/** products += Xᵀ W X v, with room for a value of each row */
export function timesSquare(
  design: usize,
  stride: usize,
  columns: i32,
  weight: usize,
  v: usize,
  room: usize,
  products: usize,
): void {
  for (let start: usize = 0; start < stride; start += blockBytes) {
    const end = min(stride, start + blockBytes);
    memory.fill(room + start, 0, end - start);
    addColumns(design, stride, columns, v, start, end, room);
    for (let i = start; i < end; i += 16)
      v128.store(room + i, f64x2.mul(v128.load(room + i), v128.load(weight + i)));
    addProducts(design, stride, columns, room, start, end, products);
  }
}

/** squares[j] += Σ weight · column j² */
export function weightedSquares(design: usize, stride: usize, columns: i32, weight: usize, squares: usize): void {
  for (let j: i32 = 0; j < columns; j++) {
    let sum = f64x2.splat(0);
    for (let i: usize = 0; i < stride; i += 16) {
      const x = v128.load(design + i);
      sum = f64x2.add(sum, f64x2.mul(f64x2.mul(v128.load(weight + i), x), x));
    }
    addLanes(squares, sum);
    design += stride;
    squares += 8;
  }
}

/** The lower triangle of Xᵀ W X is added to a square matrix, and some of what lies above it, with room for two values of each row. */
export function crossProducts(
  design: usize,
  stride: usize,
  columns: i32,
  weight: usize,
  room: usize,
  square: usize,
): void {
  const line = <usize>columns << 3;
  for (let start: usize = 0; start < stride; start += blockBytes) {
    const end = min(stride, start + blockBytes);
    for (let j: i32 = 0; j < columns; j += 2) {
      const one = design + <usize>j * stride;
      for (let i = start; i < end; i += 16) {
        const w = v128.load(weight + i);
        v128.store(room + i, f64x2.mul(w, v128.load(one + i)));
        v128.store(room + stride + i, f64x2.mul(w, v128.load(one + stride + i)));
      }
      for (let k: i32 = 0; k < j + 2; k += 4) {
        const first = design + <usize>k * stride;
        const second = first + stride;
        const third = second + stride;
        const fourth = third + stride;
        let a = f64x2.splat(0);
        let b = f64x2.splat(0);
        let c = f64x2.splat(0);
        let d = f64x2.splat(0);
        let e = f64x2.splat(0);
        let f = f64x2.splat(0);
        let g = f64x2.splat(0);
        let h = f64x2.splat(0);
        for (let i = start; i < end; i += 16) {
          const x = v128.load(room + i);
          const y = v128.load(room + stride + i);
          let column = v128.load(first + i);
          a = f64x2.add(a, f64x2.mul(x, column));
          e = f64x2.add(e, f64x2.mul(y, column));
          column = v128.load(second + i);
          b = f64x2.add(b, f64x2.mul(x, column));
          f = f64x2.add(f, f64x2.mul(y, column));
          column = v128.load(third + i);
          c = f64x2.add(c, f64x2.mul(x, column));
          g = f64x2.add(g, f64x2.mul(y, column));
          column = v128.load(fourth + i);
          d = f64x2.add(d, f64x2.mul(x, column));
          h = f64x2.add(h, f64x2.mul(y, column));
        }
        const to = square + <usize>j * line + (<usize>k << 3);
        addLanes(to, a);
        addLanes(to + 8, b);
        addLanes(to + 16, c);
        addLanes(to + 24, d);
        addLanes(to + line, e);
        addLanes(to + line + 8, f);
        addLanes(to + line + 16, g);
        addLanes(to + line + 24, h);
      }
    }
  }
}

/**
 * Σ weight · (ln(1 + e^left) − (r + x) · ln(α + seen)) over customers, where x is their number of repeats and
 * left = dropped + (r + x) · ln((α + seen) / (α + last)). Counts and what belongs to each are looked up by the customer's place in `counts`.
 */
export function sumOfHistories(
  place: usize,
  last: usize,
  seen: usize,
  weight: usize,
  customers: i32,
  counts: usize,
  dropped: usize,
  r: f64,
  alpha: f64,
): f64 {
  const none = f64x2.splat(0);
  let sum = none;
  for (let i: usize = 0; i < <usize>customers << 3; i += 16) {
    const one = <usize>load<u32>(place + (i >> 1)) << 3;
    const other = <usize>load<u32>(place + (i >> 1), 4) << 3;
    const x = f64x2.replace_lane(f64x2.splat(load<f64>(counts + one)), 1, load<f64>(counts + other));
    const odds = f64x2.replace_lane(f64x2.splat(load<f64>(dropped + one)), 1, load<f64>(dropped + other));
    const shape = f64x2.add(f64x2.splat(r), x);
    const ofSeen = logOf(f64x2.add(f64x2.splat(alpha), v128.load(seen + i)), none);
    const ofLast = logOf(f64x2.add(f64x2.splat(alpha), v128.load(last + i)), none);
    const left = f64x2.add(odds, f64x2.mul(shape, f64x2.sub(ofSeen, ofLast)));
    const rest = logOnePlus(expOf(f64x2.neg(f64x2.abs(left))));
    const ofEnd = f64x2.add(f64x2.pmax(none, left), rest);
    const term = f64x2.sub(ofEnd, f64x2.mul(shape, ofSeen));
    sum = f64x2.add(sum, f64x2.mul(v128.load(weight + i), term));
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}
