// What sets people apart, in words.

import type { Schemas } from "../../api/client.js";
import { formatNumber, formatPercent } from "../../ui/format.js";

type Distinction = Schemas["Persona"]["distinctions"][number];

/** Below this, in standard deviations, a difference does not tell people apart. */
const leastTold = 0.1;
const mostTold = 5;

/** The greatest differences, by which one would know them. */
export const telling = (distinctions: readonly Distinction[]): Distinction[] => {
  const great = distinctions.filter(({ difference }) => Math.abs(difference) >= leastTold);
  return (great.length > 0 ? great : distinctions).slice(0, mostTold);
};

/** Beside the average: "well below". */
export const distinctionInWords = ({ difference }: Pick<Distinction, "difference">): string => {
  const size = Math.abs(difference);
  if (size < leastTold) return "about";
  const side = difference < 0 ? "below" : "above";
  if (size >= 1) return `far ${side}`;
  return size >= 0.5 ? `well ${side}` : `a little ${side}`;
};

/** Shares are told as such; everything else has the unit that its name says. */
export const valueInWords = (value: number, { literate }: Pick<Distinction, "literate">): string =>
  literate.startsWith("share of") ? formatPercent(value) : formatNumber(value);
