// Log-odds and probabilities: the maps between them, and the log loss.

/** Keeps log-odds finite: no probability is nearer to 0 or 1 than one in ten million. */
const smallest = 1e-7;

export const sigmoid = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Log-odds of a probability, clipped so that they are finite. */
export const logit = (probability: number): number => {
  const p = Math.min(1 - smallest, Math.max(smallest, probability));
  return Math.log(p / (1 - p));
};

/** Log loss of one label, in nats; never overflows. */
export const logitLoss = (logOdds: number, label: number): number => {
  const against = label === 1 ? -logOdds : logOdds;
  return against > 0 ? against + Math.log1p(Math.exp(-against)) : Math.log1p(Math.exp(against));
};
