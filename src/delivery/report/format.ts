// Numbers and dates as they are read: thousands apart, a true minus sign, and a unit that does not part from its number.

import type { EpochSeconds } from "../../domain/resource.js";

const narrowSpace = "\u202f";

export const count = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 0 });

export const fixed = (value: number, digits: number): string =>
  Number.isFinite(value) ? value.toFixed(digits).replace("-", "−") : "–";

/** Of a share; with one digit where it matters. */
export const percent = (share: number, digits = 1): string => `${fixed(100 * share, digits)}${narrowSpace}%`;

/** Percentage points with their sign. */
export const points = (share: number): string => `${share > 0 ? "+" : ""}${fixed(100 * share, 1)}`;

/** A value of a feature, as exact as a reader needs it: whole from ten, otherwise two significant digits. */
export const value = (of: number): string => {
  const size = Math.abs(of);
  const shown = size >= 10 ? Math.round(of) : size < 0.005 ? 0 : Number(of.toPrecision(2));
  return shown.toLocaleString("en-US").replace("-", "−");
};

export const date = (seconds: EpochSeconds): string =>
  new Date(seconds * 1000).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });

export const shortDate = (seconds: EpochSeconds): string =>
  new Date(seconds * 1000).toISOString().slice(0, 10);
