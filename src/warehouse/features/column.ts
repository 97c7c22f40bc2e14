// Column arithmetic. A column has one number per row of a frame; NaN is unknown, and what is made from it is
// unknown too. Each operation has a loop of its own: a loop that calls a function for each number allocates
// the number that it returns.

export type Column = Float64Array;

/** Unknown where the divisor is zero. */
export const ratio = (dividend: Column, divisor: Column): Column => {
  const made = new Float64Array(dividend.length);
  for (let row = 0; row < made.length; row++)
    made[row] = divisor[row] === 0 ? Number.NaN : dividend[row]! / divisor[row]!;
  return made;
};

export const minus = (column: Column, other: Column): Column => {
  const made = new Float64Array(column.length);
  for (let row = 0; row < made.length; row++) made[row] = column[row]! - other[row]!;
  return made;
};

export const product = (column: Column, other: Column): Column => {
  const made = new Float64Array(column.length);
  for (let row = 0; row < made.length; row++) made[row] = column[row]! * other[row]!;
  return made;
};

/** Halved once for each of the half-lives. */
export const halved = (column: Column, halfLives: Column): Column => {
  const made = new Float64Array(column.length);
  for (let row = 0; row < made.length; row++)
    made[row] = column[row]! * Math.exp(-Math.LN2 * halfLives[row]!);
  return made;
};

export const plus = (column: Column, summand: number): Column => {
  const made = new Float64Array(column.length);
  for (let row = 0; row < made.length; row++) made[row] = column[row]! + summand;
  return made;
};

export const over = (column: Column, divisor: number): Column => {
  const made = new Float64Array(column.length);
  for (let row = 0; row < made.length; row++) made[row] = column[row]! / divisor;
  return made;
};

export const atLeast = (column: Column, least: number): Column => {
  const made = new Float64Array(column.length);
  for (let row = 0; row < made.length; row++) made[row] = Math.max(column[row]!, least);
  return made;
};

export const squareRoot = (column: Column): Column => {
  const made = new Float64Array(column.length);
  for (let row = 0; row < made.length; row++) made[row] = Math.sqrt(column[row]!);
  return made;
};

export const orZero = (column: Column): Column => {
  const made = new Float64Array(column.length);
  for (let row = 0; row < made.length; row++) made[row] = Number.isNaN(column[row]!) ? 0 : column[row]!;
  return made;
};
