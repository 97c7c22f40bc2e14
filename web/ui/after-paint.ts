// Work after the next paint, so that the click or key that it comes with is answered first.

/** A task after the frame: what a frame's own callback did would come before its paint. */
export const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};
