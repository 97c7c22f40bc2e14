// Curve of a person: the probability of having reached the goal after each interval, from one hazard per interval,
//
//   P(k) = 1 − Π (1 − h_j),  j ≤ k
//
// It never falls, because no hazard is negative. It is anchored at the outcome's own horizon, whose
// probability is delivered anyway: one factor per person scales the cumulative hazards up to that horizon so
// that they give exactly this probability (proportional hazards, Cox 1972), and a power of the factor scales
// the later ones.

/** Where the curve has to agree with the delivered probability. */
export interface Anchor {
  /** Index of the interval that ends at the outcome's own horizon. */
  main: number;
  /** Power of the factor by which later intervals are scaled: 0 leaves them as they are. */
  follows: number;
}

/**
 * Per interval, the probability of each row. `hazards` has log-odds per interval and row; `probability` is
 * that of the outcome's own horizon.
 */
export const curvesOf = (
  hazards: readonly Float64Array[],
  probability: Float64Array,
  { main, follows }: Anchor,
): Float64Array[] => {
  const curves = hazards.map(() => new Float64Array(probability.length));
  probability.forEach((anchored, row) => {
    let untilMain = 0;
    for (let k = 0; k <= main; k++) untilMain += cumulative(hazards[k]![row]!);
    const factor = -Math.log1p(-anchored) / untilMain;
    const later = factor ** follows;
    let [total, before] = [0, 0];
    hazards.forEach((ofInterval, k) => {
      total += cumulative(ofInterval[row]!) * (k <= main ? factor : later);
      const reached = Math.max(before, -Math.expm1(-total));
      before = k < main ? Math.min(reached, anchored) : k === main ? anchored : reached;
      curves[k]![row] = before;
    });
  });
  return curves;
};

/** Hazards are this far from 0 at least, so that any probability can be reached by scaling them. */
const leastHazard = 1e-9;

/** −ln(1 − h) of a hazard in log-odds. */
const cumulative = (logOdds: number): number =>
  Math.max(
    leastHazard,
    logOdds > 0 ? logOdds + Math.log1p(Math.exp(-logOdds)) : Math.log1p(Math.exp(logOdds)),
  );
