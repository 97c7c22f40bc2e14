// Probabilities live in (0, 1), evidence adds up on the log-odds. Both directions, and the loss between them.

/** Keeps log-odds finite: nothing is held to be surer than one in ten million. */
const smallest = 1e-7;

export const sigmoid = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Log-odds of a probability, clipped to what can be said in finite numbers. */
export const logit = (probability: number): number => {
  const p = Math.min(1 - smallest, Math.max(smallest, probability));
  return Math.log(p / (1 - p));
};

/** −log likelihood of one label given log-odds, in nats; never overflows. */
export const logitLoss = (logOdds: number, label: number): number => {
  const against = label === 1 ? -logOdds : logOdds;
  return against > 0 ? against + Math.log1p(Math.exp(-against)) : Math.log1p(Math.exp(against));
};
