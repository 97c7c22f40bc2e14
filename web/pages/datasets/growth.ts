// How many rows there were after each update.

export interface Growth {
  at: string;
  added: number;
  /** After it. */
  total: number;
}

/** Oldest first. */
export const growthOf = (updates: readonly { datetime: string; rows_added: number }[]): Growth[] => {
  let total = 0;
  return updates
    .toSorted((a, b) => Date.parse(a.datetime) - Date.parse(b.datetime))
    .map(({ datetime, rows_added }) => {
      total += rows_added;
      return { at: datetime, added: rows_added, total };
    });
};
