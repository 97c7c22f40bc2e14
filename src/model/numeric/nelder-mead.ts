// Minimisation of a function of a few variables without derivatives, by reflecting, expanding and contracting
// a simplex (Nelder and Mead 1965, with their coefficients).

const maxSteps = 600;
/** Stops when the values at the vertices differ by less than this share of the lowest. */
const tolerance = 1e-9;

interface Vertex {
  at: number[];
  value: number;
}

/** The first simplex is the starting point and a step of `size` from it along each axis. */
export const minimise = (loss: (at: number[]) => number, start: number[], size: number): number[] => {
  const vertex = (at: number[]): Vertex => ({ at, value: loss(at) });
  let vertices = [start, ...start.map((_, i) => start.map((x, j) => (i === j ? x + size : x)))].map(vertex);
  for (let step = 0; step < maxSteps; step++) {
    vertices.sort((a, b) => a.value - b.value);
    const best = vertices[0]!;
    const worst = vertices.at(-1)!;
    if (worst.value - best.value <= tolerance * (Math.abs(best.value) + tolerance)) break;
    const centre = start.map((_, j) =>
      vertices.slice(0, -1).reduce((sum, c) => sum + c.at[j]! / start.length, 0),
    );
    const along = (by: number) => vertex(centre.map((c, j) => c + by * (worst.at[j]! - c)));
    const better = replacement(along, vertices);
    if (better !== null) vertices[vertices.length - 1] = better;
    else vertices = vertices.map((c) => vertex(c.at.map((x, j) => (x + best.at[j]!) / 2)));
  }
  return vertices.reduce((a, b) => (b.value < a.value ? b : a)).at;
};

/** The worst vertex reflected, expanded or contracted; null where all must shrink. */
const replacement = (along: (by: number) => Vertex, vertices: Vertex[]): Vertex | null => {
  const [best, second, worst] = [vertices[0]!, vertices.at(-2)!, vertices.at(-1)!];
  const reflected = along(-1);
  if (reflected.value < best.value) {
    const expanded = along(-2);
    return expanded.value < reflected.value ? expanded : reflected;
  }
  if (reflected.value < second.value) return reflected;
  const contracted = along(reflected.value < worst.value ? -0.5 : 0.5);
  return contracted.value < Math.min(reflected.value, worst.value) ? contracted : null;
};
