// Turns of pictures: each is drawn in a task of its own when the browser has nothing else to do, so that a page with ten of them
// is painted first, and answers clicks and keys between two of them.

const waiting = new Set<() => void>();
let isComing = false;

/** Safari has no idle callbacks. */
const whenIdle: (next: () => void) => void =
  typeof requestIdleCallback === "function"
    ? (next) => void requestIdleCallback(next, { timeout: 500 })
    : (next) => void setTimeout(next, 30);

/** Draws in the order of the calls. Returns what takes the wish back. */
export const inTurn = (draw: () => void): (() => void) => {
  waiting.add(draw);
  arrange();
  return () => void waiting.delete(draw);
};

const arrange = (): void => {
  if (isComing || waiting.size === 0) return;
  isComing = true;
  whenIdle(() => {
    isComing = false;
    const [draw] = waiting;
    if (!draw) return;
    waiting.delete(draw);
    try {
      draw();
    } finally {
      arrange();
    }
  });
};
