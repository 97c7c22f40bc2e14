// Dates of the rows of a figure, and those that a reader chose or marked.

/** From its beginning to before its end; a moment is both. */
export interface Dates {
  from: Date;
  until: Date;
}

/** A day that was marked, and what happened. */
export interface Mark {
  /** `2026-11-04` */
  day: string;
  text: string;
}

const msPerDay = 86_400_000;

export const dayStart = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Dates of a month such as `2026-11`. */
export const monthDates = (month: string): Dates => {
  const from = dayStart(`${month}-01`);
  const until = new Date(from);
  until.setUTCMonth(from.getUTCMonth() + 1);
  return { from, until };
};

/** Dates of a moment, such as the time of an event. */
export const momentDates = (at: string): Dates => ({ from: new Date(at), until: new Date(at) });

/** The whole days, in UTC, that two moments in any order are in. */
export const wholeDays = (a: Date, b: Date): Dates => {
  const [first, last] = [Math.min(+a, +b), Math.max(+a, +b)];
  return {
    from: new Date(Math.floor(first / msPerDay) * msPerDay),
    until: new Date((Math.floor(last / msPerDay) + 1) * msPerDay),
  };
};

const isInside = ({ from, until }: Dates, chosen: Dates): boolean =>
  from < chosen.until && (until > chosen.from || +from >= +chosen.from);

export const rowsInside = <R>(rows: readonly R[], datesOf: (row: R) => Dates, chosen: Dates): R[] =>
  rows.filter((row) => isInside(datesOf(row), chosen));

/** The days that were drawn over, or those of the months and other periods among the rows that they touch. */
export const snapped = (rows: readonly Dates[], drawn: Dates): Dates => {
  const periods = rows.filter((row) => +row.until > +row.from && isInside(row, drawn));
  if (periods.length === 0) return drawn;
  return spanOf(periods);
};

/** From the first row to the last. */
export const spanOf = (rows: readonly Dates[]): Dates => ({
  from: new Date(Math.min(...rows.map(({ from }) => +from))),
  until: new Date(Math.max(...rows.map(({ until }) => +until))),
});

/** Marks that the rows reach, oldest first. */
export const marksWithin = (marks: readonly Mark[], rows: readonly Dates[]): Mark[] => {
  if (rows.length === 0) return [];
  const { from, until } = spanOf(rows);
  return marks
    .filter(({ day }) => dayStart(day) >= from && dayStart(day) <= until)
    .toSorted((a, b) => a.day.localeCompare(b.day));
};
