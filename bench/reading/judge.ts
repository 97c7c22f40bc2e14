// Judgement of a reading: exact, open, or wrong in silence. A figure that is wrong by more than one percent is
// open if the reader asks about it, or shows that it guessed.

import type { DrawnExport } from "./export.js";
import type { Layout } from "./layout.js";
import type { Figure, FiguresRead } from "./readers.js";
import type { Money, Truth } from "./truth.js";

export type Verdict = "exact" | "open" | "silent";

export interface Judgement {
  number: number;
  verdict: Verdict;
  /** Each figure that is wrong by more than one percent. */
  wrong: { figure: Figure; found: string; truth: string; isOpen: boolean }[];
  because: string[];
  layout: Layout;
}

const tolerated = 0.01;
const isNear = (found: number | undefined, truth: number): boolean =>
  found !== undefined && Math.abs(found - truth) <= tolerated * Math.abs(truth) + 0.005;

export const judge = (number: number, { layout, truth }: DrawnExport, read: FiguresRead): Judgement => {
  const wrong = wrongOf(truth, read).map((each) => ({ ...each, isOpen: read.open.includes(each.figure) }));
  const verdict = wrong.length === 0 ? "exact" : wrong.every(({ isOpen }) => isOpen) ? "open" : "silent";
  return { number, verdict, wrong, because: read.because, layout };
};

const wrongOf = (truth: Truth, read: FiguresRead): { figure: Figure; found: string; truth: string }[] => {
  const counted = (figure: Figure, found: number | undefined, right: readonly number[]) =>
    right.some((one) => isNear(found, one))
      ? []
      : [{ figure, found: String(found), truth: right.join(" or ") }];
  const isMoneyRight = truth.revenue.some((right) => isSameMoney(read.revenue ?? {}, right));
  return [
    ...counted("orders", read.orders, truth.orders),
    ...counted("customers", read.customers, truth.customers),
    ...(read.repeat_customers === undefined
      ? []
      : counted("customers", read.repeat_customers, truth.repeat_customers)),
    ...(isMoneyRight
      ? []
      : [
          {
            figure: "revenue" as const,
            found: inWords(read.revenue ?? {}),
            truth: truth.revenue.map(inWords).join(" or "),
          },
        ]),
  ];
};

/** A currency that the reader does not name is the one that there is. */
const isSameMoney = (found: Money, right: Money): boolean => {
  const codes = Object.keys(right);
  if (codes.length === 1 && Object.keys(found).length === 1)
    return isNear(Object.values(found)[0], Object.values(right)[0]!);
  return (
    codes.length === Object.keys(found).length && codes.every((code) => isNear(found[code], right[code]!))
  );
};

const inWords = (money: Money): string =>
  Object.entries(money)
    .map(([code, amount]) => `${code} ${amount.toFixed(2)}`)
    .join(", ") || "none";
