// Results of the reading benchmark as tables.

import { table } from "../../src/cli/table.js";
import type { Judgement, Verdict } from "./judge.js";
import type { Layout } from "./layout.js";

const verdicts: Record<Verdict, string> = {
  exact: "exact",
  open: "open: wrong, and the reader asks or shows its guess",
  silent: "silently wrong by more than 1 %",
};

export const verdictsText = (judged: readonly Judgement[]): string[] =>
  table(
    ["reading", "layouts", "share"],
    (Object.keys(verdicts) as Verdict[]).map((verdict) => {
      const count = judged.filter((one) => one.verdict === verdict).length;
      return [verdicts[verdict], String(count), `${((100 * count) / judged.length).toFixed(1)} %`];
    }),
  );

/** Traits of layouts by which failures are counted. */
const causes: Record<string, (layout: Layout) => string> = {
  rows: ({ form }) => form,
  refunds: ({ refunds }) => refunds,
  states: ({ states }) => states,
  language: ({ language }) => language,
  customer: ({ who, guests }) => (guests === "none" ? who : `${who}, guests ${guests}`),
  currency: ({ currency }) => currency,
  dates: ({ dates }) => dates,
  numbers: ({ numbers }) => numbers,
  ending: ({ file }) => file.ending,
};

/** How often layouts of each kind are silently wrong, for kinds of which at least one is; the worst first. */
export const causesText = (judged: readonly Judgement[]): string[] => {
  const rows = Object.entries(causes).flatMap(([cause, of]) =>
    [...new Set(judged.map(({ layout }) => of(layout)))].map((kind) => {
      const all = judged.filter(({ layout }) => of(layout) === kind);
      return {
        cause,
        kind,
        all: all.length,
        silent: all.filter(({ verdict }) => verdict === "silent").length,
      };
    }),
  );
  const failing = rows.filter(({ silent }) => silent > 0).sort((a, b) => b.silent / b.all - a.silent / a.all);
  return failing.length === 0
    ? []
    : table(
        ["cause", "kind", "silently wrong", "of"],
        failing.map(({ cause, kind, silent, all }) => [cause, kind, String(silent), String(all)]),
      );
};

/** What the questions and shown guesses are about, with the readings that would have been right without. */
export const questionsText = (judged: readonly Judgement[]): string[] => {
  const codes = [...new Set(judged.flatMap(({ because }) => because))].sort();
  const count = (code: string, isExact: boolean) =>
    judged.filter(({ because, verdict }) => because.includes(code) && (verdict === "exact") === isExact)
      .length;
  return codes.length === 0
    ? []
    : table(
        ["question or shown guess", "figures wrong", "figures right"],
        codes.map((code) => [code, String(count(code, false)), String(count(code, true))]),
      );
};

export const silentText = ({ number, wrong, layout, because }: Judgement): string[] => [
  `${number}: ${Object.entries(causes)
    .map(([, of]) => of(layout))
    .join(" · ")}${because.length > 0 ? ` [${because.join(", ")}]` : ""}`,
  ...wrong.map(
    ({ figure, found, truth, isOpen }) => `    ${figure}: ${found} for ${truth}${isOpen ? " (open)" : ""}`,
  ),
];
