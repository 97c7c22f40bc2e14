// Who is selected when only the first of a ranking are: people of equal probability are never parted by accident, so where the
// line falls among them each is selected in part.

/** Per person, 0 to 1: how much of them is among the first `share` of the people. */
export const firstOf = (probability: Float64Array, share: number): Float64Array => {
  const order = Int32Array.from(probability.keys()).sort((a, b) => probability[b]! - probability[a]!);
  const selected = new Float64Array(probability.length);
  let left = share * probability.length;
  for (let from = 0, to = 0; from < order.length && left > 0; from = to) {
    const p = probability[order[from]!]!;
    while (to < order.length && probability[order[to]!] === p) to++;
    const part = Math.min(1, left / (to - from));
    for (let i = from; i < to; i++) selected[order[i]!] = part;
    left -= to - from;
  }
  return selected;
};
