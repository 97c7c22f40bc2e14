// What a weight in bits says: each bit for doubles the odds, each bit against halves them.

import { formatNumber } from "../../ui/format.js";

/** Weights this small change nothing that anybody would notice. */
const hardlyAnything = 0.05;

export const oddsInWords = (bits: number): string => {
  if (Math.abs(bits) < hardlyAnything) return "says nothing";
  const times = 2 ** Math.abs(bits);
  const said = times > 1_000_000 ? "over a million" : formatNumber(times, times < 10 ? 2 : 3);
  return `${said} times ${bits > 0 ? "likelier" : "less likely"}`;
};

export const signed = (bits: number): string => {
  const rounded = Math.round(bits * 10) / 10;
  return rounded === 0 ? "0" : `${rounded > 0 ? "+" : "−"}${Math.abs(rounded).toFixed(1)}`;
};
