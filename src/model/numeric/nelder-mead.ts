// The least of a function of a few variables without its derivatives: a simplex that turns over, stretches and shrinks
// (Nelder and Mead 1965, with their coefficients).

const maxSteps = 600;
/** Enough when the corners differ by less than this share of the least value. */
const tolerance = 1e-9;

interface Corner {
  at: number[];
  value: number;
}

/** Begins with the point and a step of `size` along each axis. */
export const minimise = (of: (at: number[]) => number, start: number[], size: number): number[] => {
  const corner = (at: number[]): Corner => ({ at, value: of(at) });
  let corners = [start, ...start.map((_, i) => start.map((x, j) => (i === j ? x + size : x)))].map(corner);
  for (let step = 0; step < maxSteps; step++) {
    corners.sort((a, b) => a.value - b.value);
    const best = corners[0]!;
    const worst = corners.at(-1)!;
    if (worst.value - best.value <= tolerance * (Math.abs(best.value) + tolerance)) break;
    const centre = start.map((_, j) =>
      corners.slice(0, -1).reduce((sum, c) => sum + c.at[j]! / start.length, 0),
    );
    const along = (by: number) => corner(centre.map((c, j) => c + by * (worst.at[j]! - c)));
    const better = improved(along, corners);
    if (better !== null) corners[corners.length - 1] = better;
    else corners = corners.map((c) => corner(c.at.map((x, j) => (x + best.at[j]!) / 2)));
  }
  return corners.reduce((a, b) => (b.value < a.value ? b : a)).at;
};

/** The worst corner's successor: mirrored, stretched or drawn in; null where all must shrink. */
const improved = (along: (by: number) => Corner, corners: Corner[]): Corner | null => {
  const [best, second, worst] = [corners[0]!, corners.at(-2)!, corners.at(-1)!];
  const mirrored = along(-1);
  if (mirrored.value < best.value) {
    const stretched = along(-2);
    return stretched.value < mirrored.value ? stretched : mirrored;
  }
  if (mirrored.value < second.value) return mirrored;
  const drawn = along(mirrored.value < worst.value ? -0.5 : 0.5);
  return drawn.value < Math.min(mirrored.value, worst.value) ? drawn : null;
};
