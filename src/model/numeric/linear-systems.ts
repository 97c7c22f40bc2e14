// Systems of linear equations with a positive definite matrix, by Cholesky's factors: A = L Lᵀ, and then twice a triangle.

/** The lower triangle of `a` becomes L; what rounding made negative on the diagonal is held at a hair above zero. */
export const factorise = (a: Float64Array[]): Float64Array[] => {
  a.forEach((row, j) => {
    for (let k = 0; k <= j; k++) {
      const other = a[k]!;
      let sum = row[k]!;
      for (let m = 0; m < k; m++) sum -= row[m]! * other[m]!;
      row[k] = k < j ? sum / other[k]! : Math.sqrt(Math.max(sum, 1e-12));
    }
  });
  return a;
};

/** Solves L Lᵀ x = b. */
export const solveFactors = (l: Float64Array[], b: Float64Array): Float64Array => {
  const x = b.slice();
  l.forEach((row, j) => {
    for (let k = 0; k < j; k++) x[j]! -= row[k]! * x[k]!;
    x[j]! /= row[j]!;
  });
  for (let j = l.length - 1; j >= 0; j--) {
    for (let k = j + 1; k < l.length; k++) x[j]! -= l[k]![j]! * x[k]!;
    x[j]! /= l[j]![j]!;
  }
  return x;
};

/** ln of the determinant of L Lᵀ. */
export const logDeterminant = (l: Float64Array[]): number =>
  l.reduce((sum, row, j) => sum + 2 * Math.log(row[j]!), 0);

// Linear equations whose positive definite matrix is known only by what it makes of a vector. Each turn goes as far as it
// can in a direction that undoes none of the earlier ones (Hestenes and Stiefel 1952). Factors of a matrix that is much the
// same lead the way, so that a few turns will do; bad ones cost turns, and change nothing of the answer.

/** Enough when the squared error, by the measure of `lead`, is this share of that of no answer at all. */
const enough = 1e-2;
const maxTurns = 50;

/** x with A x = b, where `times` is v → A v and `lead` holds Cholesky's factors of a matrix like A. */
export const solveLed = (
  times: (v: Float64Array) => Float64Array,
  lead: Float64Array[],
  b: Float64Array,
): Float64Array => {
  const x = new Float64Array(b.length);
  let left = b;
  let led = solveFactors(lead, left);
  let along = led;
  let error = inner(left, led);
  const least = enough * error;
  for (let turn = 0; turn < maxTurns && error > least; turn++) {
    const moved = times(along);
    const far = error / inner(along, moved);
    along.forEach((a, j) => {
      x[j]! += far * a;
    });
    left = left.map((l, j) => l - far * moved[j]!);
    led = solveFactors(lead, left);
    const next = inner(left, led);
    along = led.map((z, j) => z + (next / error) * along[j]!);
    error = next;
  }
  return x;
};

const inner = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, j) => sum + x * b[j]!, 0);
