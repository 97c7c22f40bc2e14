// Systems of linear equations with a positive definite matrix A: by Cholesky's factors, A = L Lᵀ; or, where
// only the product of A with a vector is known, by conjugate gradients (Hestenes and Stiefel 1952),
// preconditioned by the factors of a matrix like A. A poor preconditioner takes more iterations and does not
// change the solution.

/** Overwrites the lower triangle of `a` by L. Diagonal entries that rounding made negative are set just above zero. */
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

/** Stops when the squared error, in the norm of the preconditioner, is this share of that of a zero solution. */
const tolerance = 1e-2;
const maxIterations = 50;

/** x with A x = b, where `times` is v → A v and `preconditioner` holds Cholesky's factors of a matrix like A. */
export const solveByGradients = (
  times: (v: Float64Array) => Float64Array,
  preconditioner: Float64Array[],
  b: Float64Array,
): Float64Array => {
  const x = new Float64Array(b.length);
  let residual = b;
  let direction = solveFactors(preconditioner, residual);
  let error = inner(residual, direction);
  const maxError = tolerance * error;
  for (let i = 0; i < maxIterations && error > maxError; i++) {
    const change = times(direction);
    const length = error / inner(direction, change);
    direction.forEach((d, j) => {
      x[j]! += length * d;
    });
    residual = residual.map((r, j) => r - length * change[j]!);
    const conditioned = solveFactors(preconditioner, residual);
    const nextError = inner(residual, conditioned);
    direction = conditioned.map((z, j) => z + (nextError / error) * direction[j]!);
    error = nextError;
  }
  return x;
};

const inner = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, j) => sum + x * b[j]!, 0);
