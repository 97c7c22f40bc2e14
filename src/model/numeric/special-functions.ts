// Special functions: the logistic function and its inverse, log loss on log-odds, and logarithms of the gamma
// and beta functions.

/** Probabilities are clipped this far from 0 and 1, which keeps log-odds finite. */
const clip = 1e-7;

export const sigmoid = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Log-odds of a probability, clipped so that they are finite. */
export const logit = (probability: number): number => {
  const p = Math.min(1 - clip, Math.max(clip, probability));
  return Math.log(p / (1 - p));
};

/** Log loss of one label, in nats; never overflows. */
export const logitLoss = (logOdds: number, label: number): number => {
  const wrongWay = label === 1 ? -logOdds : logOdds;
  return wrongWay > 0 ? wrongWay + Math.log1p(Math.exp(-wrongWay)) : Math.log1p(Math.exp(wrongWay));
};

/** Lanczos's approximation of the gamma function (Lanczos 1964, with Godfrey's coefficients) has 14 digits or more. */
const lanczosG = 7;
const lanczosCoefficients = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln Γ(x) for x > 0. */
export const logGamma = (x: number): number => {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const t = x + lanczosG - 0.5;
  const series = lanczosCoefficients.reduce((sum, c, i) => (i === 0 ? c : sum + c / (x + i - 1)), 0);
  return Math.log(2 * Math.PI) / 2 + (x - 0.5) * Math.log(t) - t + Math.log(series);
};

/** ln B(a, b) for a and b above 0. */
export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Chance that a chi-squared number with so many degrees of freedom is above `x`. */
export const chiSquaredAbove = (x: number, degrees: number): number =>
  x <= 0 ? 1 : upperGamma(degrees / 2, x / 2);

const tiny = 1e-300;

/** The regularised upper incomplete gamma function: a series below its middle, a continued fraction (Lentz) above. */
const upperGamma = (a: number, x: number): number => {
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let n = 1; n < 10_000 && term > sum * 1e-16; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return Math.max(0, 1 - scale * sum);
  }
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 10_000; n++) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (Math.abs(an * d + b) < tiny ? tiny : an * d + b);
    c = Math.abs(b + an / c) < tiny ? tiny : b + an / c;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return scale * fraction;
};
