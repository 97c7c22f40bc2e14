// How long a running build may still take. The best guess is that it takes as long as the last one did. Where there was none,
// or it takes longer than that one, the share that was done when it last said so tells, once that is large enough to tell
// anything. A guess that has proved too short is no longer made.

export interface Running {
  /** Since it began. */
  ranMs: number;
  /** The share that was done, 0 to 1, so long after it began; null: not said yet. */
  reported: { share: number; atMs: number } | null;
  /** How long the last build ran; null: not known. */
  lastMs: number | null;
}

const minShare = 0.05;
const minMs = 2_000;

/** In seconds, no finer than it is known; undefined where nothing tells. */
export const secondsLeft = ({ ranMs, reported: said, lastMs }: Running): number | undefined => {
  if (lastMs !== null && ranMs < lastMs) return rounded(lastMs - ranMs);
  if (said === null || said.share < minShare || said.atMs < minMs) return undefined;
  const wholeMs = said.atMs / said.share;
  return ranMs < wholeMs ? rounded(wholeMs - ranMs) : undefined;
};

/** To the second below ten, to five seconds below a minute, then more and more coarsely. */
const rounded = (ms: number): number => {
  const seconds = ms / 1000;
  const step = seconds < 10 ? 1 : seconds < 60 ? 5 : seconds < 600 ? 30 : 120;
  return Math.ceil(seconds / step) * step;
};
