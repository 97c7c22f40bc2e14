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
