// Newcomers are judged apart from people long known: a model may be good for one and useless for the other. Usual spans are
// joined to the next until each holds enough of both labels to be judged by.

export interface TenureGroup {
  /** Days, inclusive. */
  start: number;
  /** Days, exclusive; null has no end. */
  end: number | null;
  rows: number[];
}

const edges = [0, 30, 90, 180, 365, 730, Number.POSITIVE_INFINITY];
/** Fewer of the rarer label say nothing. */
const fewest = 20;

/** Shortest tenure first. People whose tenure is not known (NaN) are in none. */
export const tenureGroups = (tenureDays: Float32Array, label: Uint8Array): TenureGroup[] => {
  const groups: TenureGroup[] = [];
  let open: TenureGroup = { start: 0, end: null, rows: [] };
  edges.slice(1).forEach((edge, e) => {
    for (let row = 0; row < label.length; row++)
      if (tenureDays[row]! >= edges[e]! && tenureDays[row]! < edge) open.rows.push(row);
    if (rarer(open.rows, label) < fewest) return;
    groups.push({ ...open, end: edge });
    open = { start: edge, end: null, rows: [] };
  });
  const last = groups.at(-1);
  if (last === undefined) return [];
  return [...groups.slice(0, -1), { ...last, end: null, rows: [...last.rows, ...open.rows] }];
};

const rarer = (rows: readonly number[], label: Uint8Array): number => {
  const attained = rows.reduce((sum, row) => sum + label[row]!, 0);
  return Math.min(attained, rows.length - attained);
};
