// Estimated time left of a running build: the duration of the last build, less the time so far. Where there
// was none, or this one has taken longer, it is extrapolated from the reported progress, once that is large
// enough. An estimate that has been exceeded is dropped.

export interface Running {
  /** Time since it began. */
  ranMs: number;
  /** The last reported progress: the share done, 0 to 1, and the time after the beginning; null: none yet. */
  reported: { share: number; atMs: number } | null;
  /** Duration of the last build; null: unknown. */
  lastMs: number | null;
}

const minShare = 0.05;
const minMs = 2_000;

/** Rounded seconds; undefined without an estimate. */
export const secondsLeft = ({ ranMs, reported, lastMs }: Running): number | undefined => {
  if (lastMs !== null && ranMs < lastMs) return rounded(lastMs - ranMs);
  if (reported === null || reported.share < minShare || reported.atMs < minMs) return undefined;
  const wholeMs = reported.atMs / reported.share;
  return ranMs < wholeMs ? rounded(wholeMs - ranMs) : undefined;
};

/** Rounds to 1 second below ten, 5 seconds below a minute, and more coarsely beyond. */
const rounded = (ms: number): number => {
  const seconds = ms / 1000;
  const step = seconds < 10 ? 1 : seconds < 60 ? 5 : seconds < 600 ? 30 : 120;
  return Math.ceil(seconds / step) * step;
};
