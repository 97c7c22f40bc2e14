// Why rows were rejected, the commonest reason first.

interface Reject {
  file: string;
  line: number;
  column: string | null;
  value: string | null;
  reason: string;
}

interface Reason {
  column: string | null;
  reason: string;
  rows: number;
  /** Where to look. */
  first: Reject;
}

export const reasonsOf = (rejects: readonly Reject[]): Reason[] => {
  const byReason = new Map<string, Reason>();
  for (const reject of rejects) {
    const { column, reason } = reject;
    const key = JSON.stringify([column, reason]);
    const known = byReason.get(key);
    byReason.set(key, { column, reason, rows: (known?.rows ?? 0) + 1, first: known?.first ?? reject });
  }
  return [...byReason.values()].sort((a, b) => b.rows - a.rows);
};
