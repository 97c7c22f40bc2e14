// Logarithms of the gamma and beta functions, by Lanczos's approximation (Lanczos 1964, with Godfrey's coefficients for g = 7)
// to 14 digits or more.

const g = 7;
const coefficients = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln Γ(x) for x > 0. */
export const logGamma = (x: number): number => {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const t = x + g - 0.5;
  const series = coefficients.reduce((sum, c, i) => (i === 0 ? c : sum + c / (x + i - 1)), 0);
  return Math.log(2 * Math.PI) / 2 + (x - 0.5) * Math.log(t) - t + Math.log(series);
};

/** ln B(a, b) for a and b above 0. */
export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);
