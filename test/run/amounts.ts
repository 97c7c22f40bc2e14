// Amounts of costly tests: how many kills, requests, worlds or tasks. The whole amount at night and where the
// change touches the test's subject, otherwise a sample, drawn by a seed that the run prints.

import type { SubjectName } from "./subjects.js";

/** Names of the whole subjects, separated by commas; set by vitest.config.ts from the selection of the run. */
const whole = (process.env.BELLWETHER_WHOLE ?? "").split(",");

/** Rotates with the commits. `BELLWETHER_SEED` repeats a run. */
export const rotatingSeed = Number(process.env.BELLWETHER_ROTATING_SEED ?? 1);

export const isWhole = (subject: SubjectName): boolean => whole.includes(subject);

export const amountOf = (subject: SubjectName, amounts: { whole: number; sample: number }): number =>
  isWhole(subject) ? amounts.whole : amounts.sample;

/** All cases, or the one that the seed chooses. */
export const casesOf = <T>(subject: SubjectName, cases: readonly T[]): readonly T[] =>
  isWhole(subject) ? cases : [cases[rotatingSeed % cases.length]!];
