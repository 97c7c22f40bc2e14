// Rounds of work: one at the start, and one at each interval. None begins while another runs, so they do not
// pile up behind a long one.

/** `round` does not throw. The returned function stops the rounds, and waits for the one that runs. */
export const startRounds = (everyMs: number, round: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  const begin = () => {
    running ??= round().finally(() => {
      running = undefined;
    });
  };
  begin();
  const timer = setInterval(begin, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
};
