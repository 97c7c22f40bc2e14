// Orders of 160 people over 400 days, in the rows of a CSV file.

export const people = 160;
export const day = (n: number): string => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
export const csv = (rows: readonly string[]): string => ["id,mail,day,total", ...rows, ""].join("\n");
export const order = (p: number, on: number): string =>
  `C${p},ann${p}@example.com,${day(on)},${10 + (p % 7)}.5`;
export const lastDay = 400;

/** Person p orders 1 to 5 times over 400 days; the last order is on day 399. */
export const orders = (): string[] => [
  ...Array.from({ length: people }, (_, p) =>
    Array.from({ length: 1 + ((p * 7) % 5) }, (_, k) =>
      order(p, (p * 37 + k * (61 + (p % 50))) % (lastDay - 1)),
    ),
  ).flat(),
  order(0, lastDay - 1),
];
