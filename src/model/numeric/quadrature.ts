// Gauss–Legendre quadrature: n points integrate polynomials up to degree 2n − 1 without error.

export interface Quadrature {
  points: Float64Array;
  weights: Float64Array;
}

/**
 * Points and weights for the integral from 0 to 1; the points are the roots of a Legendre polynomial, by
 * Newton's method.
 */
export const gaussLegendre = (count: number): Quadrature => {
  const points = new Float64Array(count);
  const weights = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (count + 0.5));
    for (let round = 0; round < 10; round++) x -= legendre(count, x).value / legendre(count, x).slope;
    points[i] = (1 - x) / 2;
    weights[i] = 1 / ((1 - x * x) * legendre(count, x).slope ** 2);
  }
  return { points, weights };
};

const legendre = (degree: number, x: number) => {
  let [before, value] = [0, 1];
  for (let n = 1; n <= degree; n++)
    [before, value] = [value, ((2 * n - 1) * x * value - (n - 1) * before) / n];
  return { value, slope: (degree * (x * value - before)) / (x * x - 1) };
};
