// Slips of the finger: a letter is left out, put in, mistaken or changes places with the next.

import { chance, pick, type Random } from "../../examples/shop/random.js";

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const digits = [..."0123456789"];

export const typo = (text: string, random: Random): string => {
  if (text.length < 2) return text;
  const at = Math.floor(random() * text.length);
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  const slips = [
    () => before + after,
    () => before + pick(random, letters) + text.slice(at),
    () => before + pick(random, letters) + after,
    () => swapped(text, at),
  ];
  return pick(random, slips)();
};

/** A number keeps its length. */
export const digitSlip = (number: string, random: Random): string => {
  const at = Math.floor(random() * number.length);
  return chance(random, 0.5)
    ? number.slice(0, at) + pick(random, digits) + number.slice(at + 1)
    : swapped(number, at);
};

/** With the neighbour to the right; the last with the one to its left. */
const swapped = (text: string, at: number): string => {
  const left = Math.max(0, Math.min(at, text.length - 2));
  return (
    text.slice(0, left) +
    text
      .slice(left, left + 2)
      .split("")
      .reverse()
      .join("") +
    text.slice(left + 2)
  );
};
